import { createRequire } from 'node:module'
import { query } from './database.ts'
import { HeadOffice } from './head-office.ts'
import { furnishOffers, type ShopCard, type ShopProgram, type ShopPromotion } from './offers.ts'
import { furnishVouchers, type ShopVoucher, VOUCHER_TERMS } from './vouchers.ts'
import type { World } from './world.ts'

/** Initial state of every schedule: an organization with its goods in a template database. */
export interface Shop {
  templateUrl: string
  email: string
  password: string
  pin: string
  token: string
  organizationId: string
  ownerId: string
  productIds: string[]
  stores: string[]
  priceTypes: string[]
  customers: string[]
  /** Promotions. The first one requires the coupon COUPON. */
  promotions: ShopPromotion[]
  programs: ShopProgram[]
  cards: ShopCard[]
  vouchers: ShopVoucher[]
  retailPoints: string[]
  /** Retail points that require an open shift. */
  shiftPoints: string[]
  groups: string[]
  units: string[]
  machines: EnrolledMachine[]
}

/** Initial disk of a computer at a retail point, and the sign-in cookies of its tills. */
export interface EnrolledMachine {
  folder: string
  retailPoint: number
  cookies: string[]
}

/** The shop before an organization exists. */
export const EMPTY_SHOP: Shop = {
  templateUrl: '',
  email: 'owner@sim.test',
  password: 'correct horse battery',
  pin: '4711',
  token: '',
  organizationId: '',
  ownerId: '',
  productIds: [],
  stores: [],
  priceTypes: [],
  customers: [],
  promotions: [],
  programs: [],
  cards: [],
  vouchers: [],
  retailPoints: [],
  shiftPoints: [],
  groups: [],
  units: [],
  machines: [],
}

const PRODUCTS = 36
/** Name of the second retail point, which requires shifts. */
const SELLS_IN_SHIFTS = 'Second'

/** Weak password hashing, because the password is public. The product's own would take most of a schedule's time. */
const WEAK = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Fills the shop of the world and its database. */
export async function furnish(world: World, templateUrl: string): Promise<void> {
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')
  const { email, password, pin } = world.shop
  const office = new HeadOffice(world, world.random)
  const expect = async (method: string, path: string, body?: unknown) => {
    const answer = await office.send(method, path, body)
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
  const made = await expect('POST', '/api/auth/signup', {
    organizationName: 'Simulated',
    email,
    password,
    lastName: 'Owner',
    country: 'KZ',
    posPin: pin,
  })
  await query(templateUrl, 'UPDATE accounts SET password_hash = $1', [await argon2.hash(password, WEAK)])
  await query(
    templateUrl,
    `BEGIN; SET LOCAL app.organization_id = '${made.organizationId}';
     UPDATE employees SET pos_pin_hash = '${await argon2.hash(pin, WEAK)}'; SELECT feed_bump(); COMMIT`,
  )
  const wholesale = await expect('POST', '/api/catalog/price-types', { name: 'Wholesale' })
  const annex = await expect('POST', '/api/catalog/stores', { name: 'Annex' })
  const groups = []
  for (const name of ['Drinks', 'Sweets', 'Household']) {
    groups.push((await expect('POST', '/api/catalog/product-groups', { name })).id)
  }
  const customers = []
  for (const name of ['Aigul', 'Dana', 'Timur']) {
    customers.push(
      (await expect('POST', '/api/catalog/counterparties', { name, phone: '8 701 234 56 78' })).id,
    )
  }
  const { items: units } = await expect('GET', '/api/catalog/units-of-measure?pageSize=100')
  const productIds: string[] = []
  for (let n = 1; n <= PRODUCTS; n++) {
    const product = await expect('POST', '/api/catalog/products', {
      name: `Article ${n}`,
      code: `P${n}`,
      retailPrice: 10 * n,
      prices: [{ priceTypeId: wholesale.id, value: 8 * n }],
      productGroupId: groups[n % groups.length],
      vatRate: n % 3 === 0 ? 10 : null,
      barcodes: [{ value: `SIM-${n}` }],
      kind: n % 12 === 0 ? 'Service' : 'Good',
    })
    productIds.push(product.id)
  }
  const offers = await furnishOffers(expect, { groups, productIds })
  const vouchers = await furnishVouchers(expect)
  const point = await expect('GET', `/api/catalog/retail-points/${made.retailPointId}`)
  const {
    id: _id,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    createdById: _createdById,
    ...settings
  } = point
  const open = {
    ...settings,
    requireShift: false,
    allowCustomPrice: true,
    allowReturnWithoutBasis: true,
    syncCustomers: true,
    ...VOUCHER_TERMS,
    paymentTypes: ['Cash', 'Card', 'Qr', 'Transfer', 'GiftCard', 'Prepayment', 'Credit', 'Other'],
  }
  await expect('PUT', `/api/catalog/retail-points/${made.retailPointId}`, open)
  const retailPoints = [made.retailPointId]
  for (const [name, storeId, priceTypeId] of [
    [SELLS_IN_SHIFTS, made.storeId, wholesale.id],
    ['Third', annex.id, made.priceTypeId],
  ]) {
    const { version: _version, logoUrl: _logo, ...rest } = open
    retailPoints.push(
      (
        await expect('POST', '/api/catalog/retail-points', {
          ...rest,
          name,
          code: null,
          storeId,
          priceTypeId,
          requireShift: name === SELLS_IN_SHIFTS,
        })
      ).id,
    )
  }
  Object.assign(world.shop, {
    templateUrl,
    token: office.token,
    organizationId: made.organizationId,
    ownerId: made.employeeId,
    productIds,
    stores: [made.storeId, annex.id],
    priceTypes: [made.priceTypeId, wholesale.id],
    customers,
    ...offers,
    vouchers,
    retailPoints,
    shiftPoints: retailPoints.slice(1, 2),
    groups,
    units: units.map((unit: { id: string }) => unit.id),
  })
}
