import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { BASES } from '#test/hub/documents/book-keeping.ts'
import { done, type Random } from '#test/hub/documents/histories.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, type TestHub } from '#test/support/hub.ts'

/** A shop with random data: two stores, a till, product groups, services, customers and a foreign currency. */
export interface Shop {
  organization: Organization
  timeZone: string
  device: Device
  stores: [string, string]
  customer: string
  supplier: string
  dollar: string
  /** Number of the gift voucher used in all voucher payments. */
  voucher: string
  groups: { drinks: string; teas: string }
  products: string[]
  random: Random
}

export async function openShop(door: TestHub, timeZone: string, random: Random): Promise<Shop> {
  const organization = await signUp(door, { timeZone })
  const { api } = organization
  const make = async (path: string, body: object): Promise<string> => (await done(api.post(path, body))).id
  const other = await make('/api/catalog/stores', { name: 'Other store' })
  const customer = await make('/api/catalog/counterparties', { name: 'Customer' })
  const supplier = await make('/api/catalog/counterparties', { name: 'Supplier' })
  const drinks = await make('/api/catalog/product-groups', { name: 'Drinks' })
  const teas = await make('/api/catalog/product-groups', { name: 'Teas', parentId: drinks })
  const products = [
    await createProduct(organization, { name: 'Tea', productGroupId: teas, supplierId: supplier, cost: 30 }),
    await createProduct(organization, { name: 'Cola', productGroupId: drinks, cost: 20 }),
    await createProduct(organization, { name: 'Bread', supplierId: supplier }),
    await createProduct(organization, { name: 'Repair', kind: 'Service' }),
  ]
  const settings = await done(api.get('/api/organization/settings'))
  await done(api.put('/api/organization/settings', { ...settings, allowNegativeStock: true }))
  return {
    organization,
    timeZone,
    customer,
    supplier,
    products,
    random,
    groups: { drinks, teas },
    voucher: (await done(api.post('/api/loyalty/vouchers/issue', { amount: 1_000_000 }))).number,
    device: await enrolDevice(door, organization),
    stores: [organization.storeId, other],
    dollar: (await done(api.get('/api/catalog/currencies?search=USD'))).items[0].id,
  }
}

const cents = (value: number): number => Math.round(value * 100) / 100

/**
 * Generates sales and returns between two times, with all tenders, rounding, discounts, VAT and sold gift
 * vouchers.
 */
export function tellReceipts(shop: Shop, count: number, from: string, to: string): SaleBody[] {
  const { random, organization, stores, products } = shop
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const sales: SaleBody[] = []
  for (let i = 0; i < count; i += 1) {
    const at = new Date(start + ((end - start) / count) * i + random(1000) * 60).toISOString()
    const original = sales[random(sales.length + 1)]
    const isReturn = original !== undefined && !original.isReturn && random(3) === 0
    const lines = isReturn
      ? original.lines.slice(0, 1).map((line) => ({ ...line, originalLineNo: line.lineNo }))
      : Array.from({ length: 1 + random(3) }, (_, at) => lineOf(shop, at + 1, random))
    const whole = cents(lines.reduce((sum, line) => sum + line.sum, 0))
    const roundingSum = random(3) === 0 ? -cents(whole % 1) : 0
    const sum = cents(whole + roundingSum)
    const sold = !isReturn && random(4) === 0 ? { number: newId(), amount: 25.49, isReload: false } : null
    sales.push(
      saleBody(organization, [{ productId: must(products[0]) }], {
        soldAt: at,
        isReturn,
        lines: lines as SaleBody['lines'],
        sum,
        roundingSum,
        ...payment(shop, sum, sold?.amount ?? 0),
        vouchers: sold ? [sold] : [],
        ...(isReturn && { originalSaleId: original.id }),
        storeId: must(stores[random(2)]),
        ...(random(2) === 0 && { customerId: shop.customer }),
        ...(random(4) === 0 && { cashierId: OTHER_CASHIER, cashierName: 'Another' }),
        discountSum: cents(lines.reduce((sum, line) => sum + line.discountAmount, 0)),
        vatSum: cents(lines.reduce((sum, line) => sum + line.vatSum, 0)),
      }),
    )
  }
  return sales
}

const OTHER_CASHIER = newId()

function lineOf({ products }: Shop, lineNo: number, random: Random) {
  const quantity = (1 + random(4000)) / 1000
  const price = (100 + random(30_000)) / 100
  const full = Math.round(quantity * price * 100 + 1e-6) / 100
  const discountAmount = random(3) === 0 ? cents(full * 0.1) : 0
  const sum = cents(full - discountAmount)
  const vatRate = random(2) === 0 ? 12 : null
  return {
    lineNo,
    productId: must(products[random(products.length)]),
    name: 'Thing',
    quantity,
    price,
    discountAmount,
    sum,
    vatRate,
    vatSum: vatRate ? cents((sum * 12) / 112) : 0,
  }
}

/**
 * Returns payments of the sum and their change. `forVouchers` is paid in addition to the sum, and never with
 * points or gift vouchers.
 */
function payment(
  { random, voucher }: Shop,
  sum: number,
  forVouchers: number,
): Pick<SaleBody, 'payments' | 'changeSum'> {
  const half = cents(sum / 3)
  const all = cents(sum + forVouchers)
  const rest = cents(all - half)
  if (sum < 1) return { payments: all > 0 ? [{ type: 'Cash', amount: all }] : [], changeSum: 0 }
  const ways: Pick<SaleBody, 'payments' | 'changeSum'>[] = [
    { payments: [{ type: 'Cash', amount: all }], changeSum: 0 },
    { payments: [{ type: 'Cash', amount: cents(all + 5) }], changeSum: 5 },
    { payments: [{ type: 'Card', amount: all }], changeSum: 0 },
    {
      payments: [
        { type: 'Qr', amount: half },
        { type: 'Cash', amount: rest },
      ],
      changeSum: 0,
    },
    {
      payments: [
        { type: 'Bonus', amount: half },
        { type: 'Card', amount: rest },
      ],
      changeSum: 0,
    },
    {
      payments: [
        { type: 'GiftCard', amount: half, reference: voucher },
        { type: 'Card', amount: rest },
      ],
      changeSum: 0,
    },
    { payments: [{ type: 'Transfer', amount: all }], changeSum: 0 },
  ]
  return must(ways[random(ways.length)])
}

export async function upload({ device }: Shop, sales: readonly SaleBody[]): Promise<void> {
  const { body } = await device.upload(sales.map((sale) => device.item(sale)))
  const others = body.results.filter(({ result }: { result: string }) => result !== 'accepted')
  if (others.length > 0) throw new Error(JSON.stringify(others))
}

/** Creates and posts a document and returns its id. */
async function post(shop: Shop, base: string, body: object): Promise<string> {
  const { api } = shop.organization
  const { id } = await done(api.post(base, body))
  await done(api.post(`${base}/${id}/post`))
  return id
}

export function receive(shop: Shop, date: string, price: number): Promise<string> {
  const lines = shop.products
    .slice(0, 3)
    .map((productId, i) => ({ productId, quantity: 50, price: price + i / 3 }))
  const body = { storeId: shop.stores[0], counterpartyId: shop.supplier, date }
  return post(shop, BASES.supply, {
    ...body,
    lines: lines.map((line) => ({ ...line, price: cents(line.price) })),
  })
}

/** Posts a shipment of goods and a service, in the accounting currency or in dollars. */
export function ship(shop: Shop, date: string, inDollars: boolean): Promise<string> {
  return post(shop, BASES.demand, {
    storeId: shop.stores[1],
    counterpartyId: shop.customer,
    date,
    vatIncluded: !inDollars,
    ...(inDollars && { currencyId: shop.dollar, rate: 450.123457, multiplicity: 1 }),
    lines: [
      { productId: shop.products[0], quantity: 3, price: 33.33, discountPercent: 7.5, vatRate: 12 },
      { productId: shop.products[3], quantity: 1, price: 10.01 },
    ],
  })
}
