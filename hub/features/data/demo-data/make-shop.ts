import { and, asc, eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { insertRecord, type Row } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings, type Settings } from '#hub/documents/settings.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { countryOf } from '#hub/features/catalog/counterparties/queries.ts'
import { createCounterparty } from '#hub/features/catalog/counterparties/save-counterparty.ts'
import { createPriceType } from '#hub/features/catalog/price-types/save-price-type.ts'
import { createProductGroup } from '#hub/features/catalog/product-groups/save-group.ts'
import { createProduct } from '#hub/features/catalog/products/create-product.ts'
import { createStore } from '#hub/features/catalog/stores/save-store.ts'
import { issueCard } from '#hub/features/loyalty/cards/issue-card.ts'
import { createProgram } from '#hub/features/loyalty/programs/save-program.ts'
import { createPromotion } from '#hub/features/loyalty/promotions/save-promotion.ts'
import { CounterpartyCreate } from '#shared/contracts/catalog/counterparties.ts'
import { PriceTypeCreate } from '#shared/contracts/catalog/price-types.ts'
import { ProductGroupCreate } from '#shared/contracts/catalog/product-groups.ts'
import { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { StoreCreate } from '#shared/contracts/catalog/stores.ts'
import { LoyaltyCardIssue } from '#shared/contracts/loyalty/cards.ts'
import { LoyaltyProgramCreate } from '#shared/contracts/loyalty/programs.ts'
import { PromotionCreate } from '#shared/contracts/loyalty/promotions.ts'
import { type Amount, amount, amountToNumber, percent, percentToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { type DemoIds, demoIds } from './demo-ids.ts'
import { enrolDemoTill } from './demo-till.ts'
import {
  DEMO_WORDS,
  type DemoGood,
  demoCashiers,
  demoCustomers,
  demoGoods,
  demoGroups,
  demoSuppliers,
  PROMOTED_GROUP,
} from './goods.ts'
import { DAYS, type PlannedDay, PROMOTION_DAY, planMonth, usualSales } from './plan-month.ts'
import { type DemoShop, PROMOTION_PERCENT } from './write-receipts.ts'

/** Conversion rates from tenge, by the typical price level of each currency's country. */
const PRICES_IN: Record<string, number> = { KZT: 1, RUB: 0.18, UZS: 24, BYN: 0.0065, KGS: 0.18 }
const ELSEWHERE = 0.002
/** Standard VAT rates by country, in percent. */
const VAT_IN: Record<string, number> = { KZ: 16, RU: 22, UZ: 12, BY: 20, KG: 12 }
/** Cost of goods as a fraction of the price. */
export const COST_SHARE = 0.72
const DAY_MS = 86_400_000

/** Organization data needed for the demo data, and the created records. */
export interface MadeShop {
  ids: DemoIds
  shop: DemoShop
  goods: DemoGood[]
  warehouseId: string
  words: (typeof DEMO_WORDS)['ru' | 'en']
  plan: PlannedDay[]
}

/**
 * Creates the records of the demo shop at the first retail point, except its products: the warehouse, till,
 * employees, customers, product groups, loyalty program and promotion. The month ends at the time of the
 * first run, so a later run gets the same plan. Throws `no_retail_point`.
 */
export async function makeShop(tx: Tx, actor: Actor): Promise<MadeShop> {
  const ids = demoIds(tx.organizationId)
  const settings = await loadSettings(tx)
  const country = await countryOf(tx)
  const language = languageIn(country)
  const words = DEMO_WORDS[language]
  const point = await firstRetailPoint(tx)
  const warehouse = await createStore(tx, StoreCreate.parse({ id: ids('warehouse'), name: words.warehouse }))
  const until = warehouse.row.createdAt
  const goods = demoGoods(language)
  const series = await enrolDemoTill(tx, { id: ids('till'), name: words.till, retailPointId: point.id })
  const inCurrency = currencyOf(settings)
  const vatRate = settings.defaultVatRate ?? percent(VAT_IN[country] ?? 20)
  const products = goods.map(({ name, barcode, price, group }, place) => ({
    id: ids('product', place),
    name,
    barcode,
    price: inCurrency(price),
    vatRate,
    isPromoted: group === PROMOTED_GROUP,
  }))
  await makePeople(tx, { ids, language, program: words.program, actor })
  await makeGroups(tx, { ids, language, wholesale: words.wholesale })
  const promotion = { id: ids('promotion'), name: words.promotion }
  await createPromotion(
    tx,
    PromotionCreate.parse({
      ...promotion,
      kind: 'PercentDiscount',
      effect: { percent: percentToNumber(PROMOTION_PERCENT) },
      conditions: { groupIds: [ids('group', PROMOTED_GROUP)] },
      startsAt: new Date(until.getTime() - (DAYS - PROMOTION_DAY + 1) * DAY_MS).toISOString(),
      endsAt: new Date(until.getTime() + 7 * DAY_MS).toISOString(),
    }),
  )
  const cashiers = demoCashiers(language).map(({ lastName, firstName }, place) => ({
    id: ids('cashier', place),
    name: `${lastName} ${firstName}`,
  }))
  const customers = demoCustomers(language).map((_, place) => ({
    id: ids('customer', place),
    cardId: ids('card', place),
  }))
  return {
    ids,
    goods,
    words,
    warehouseId: warehouse.row.id,
    shop: {
      tillId: ids('till'),
      series,
      retailPointId: point.id,
      storeId: point.storeId,
      timeZone: settings.timeZone,
      currency: settings.currency,
      vatIncluded: point.vatIncluded,
      products,
      cashiers,
      customers,
      promotion,
      inCurrency,
      collected: words.collected,
    },
    plan: planMonth({
      seed: tx.organizationId,
      until,
      timeZone: settings.timeZone,
      goods,
      promotedGroup: PROMOTED_GROUP,
      cashiers: cashiers.length,
      customers: customers.length,
      payments: (['Cash', 'Card', 'Qr'] as const).filter((type) => point.paymentTypes.includes(type)),
    }),
  }
}

async function firstRetailPoint(tx: Tx): Promise<Row<typeof retailPoints>> {
  const [point] = await tx
    .select()
    .from(retailPoints)
    .where(and(eq(retailPoints.organizationId, tx.organizationId), eq(retailPoints.isActive, true)))
    .orderBy(asc(retailPoints.createdAt), asc(retailPoints.id))
    .limit(1)
  if (!point) throw new Problem('demo_data_refused', { detail: 'There is no active retail point to sell at' })
  return point
}

/** Returns a function that converts prices from tenge. Prices from 20 are rounded to whole units. */
function currencyOf({ currency }: Settings): DemoShop['inCurrency'] {
  const rate = PRICES_IN[currency] ?? ELSEWHERE
  return (tenge) => {
    const value = tenge * rate
    return amount(value >= 20 ? Math.round(value) : Math.ceil(value * 100) / 100)
  }
}

async function makePeople(
  tx: Tx,
  { ids, language, program, actor }: { ids: DemoIds; language: 'ru' | 'en'; program: string; actor: Actor },
): Promise<void> {
  const [role] = await tx
    .select({ id: employeeRoles.id })
    .from(employeeRoles)
    .where(
      and(
        eq(employeeRoles.organizationId, tx.organizationId),
        sql`'pos.sell' = ANY(${employeeRoles.permissions})`,
      ),
    )
    .orderBy(sql`cardinality(${employeeRoles.permissions})`)
    .limit(1)
  // No PIN: the employees appear on receipts, but nobody can sign in as them.
  for (const [place, name] of demoCashiers(language).entries())
    await insertRecord(tx, employees, ids('cashier', place), {
      ...name,
      roleId: must(role, 'cashier role').id,
    })
  for (const [place, name] of demoSuppliers(language).entries())
    await createCounterparty(
      tx,
      CounterpartyCreate.parse({ id: ids('supplier', place), name, isCustomer: false }),
    )
  const programId = ids('program')
  await createProgram(
    tx,
    LoyaltyProgramCreate.parse({ id: programId, name: program, kind: 'Bonus', earnPercent: 3 }),
  )
  for (const [place, name] of demoCustomers(language).entries()) {
    const customerId = ids('customer', place)
    await createCounterparty(
      tx,
      CounterpartyCreate.parse({ id: customerId, name, kind: 'Individual', isSupplier: false }),
    )
    const cardNumber = `290${String(place + 1).padStart(7, '0')}`
    await issueCard(
      tx,
      LoyaltyCardIssue.parse({ id: ids('card', place), cardNumber, programId, customerId }),
      actor,
    )
  }
}

async function makeGroups(
  tx: Tx,
  { ids, language, wholesale }: { ids: DemoIds; language: 'ru' | 'en'; wholesale: string },
): Promise<void> {
  await createPriceType(tx, PriceTypeCreate.parse({ id: ids('wholesale'), name: wholesale, sortOrder: 10 }))
  for (const [place, name] of demoGroups(language).entries())
    await createProductGroup(
      tx,
      ProductGroupCreate.parse({ id: ids('group', place), name, sortOrder: place + 1 }),
    )
}

/** Creates the goods with indexes in [`from`, `to`). Skips existing products. */
export async function makeProducts(
  tx: Tx,
  { ids, goods, shop: { products } }: MadeShop,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const priceTypeId = ids('wholesale')
  const kilogram = await kilogramOf(tx)
  const demand = usualSales(goods, tx.organizationId)
  for (const [place, { id, name, barcode, price, vatRate }] of products.entries()) {
    if (place < from || place >= to) continue
    const { group, supplier, isWeighed } = must(goods[place])
    await createProduct(
      tx,
      ProductCreate.parse({
        id,
        name,
        productGroupId: ids('group', group),
        supplierId: ids('supplier', supplier),
        isWeighed,
        ...(isWeighed && { unitOfMeasureId: kilogram, generateWeightCode: true }),
        barcodes: [{ value: barcode, type: 'Ean13' }],
        cost: amountToNumber(Math.round(price * COST_SHARE) as Amount),
        retailPrice: amountToNumber(price),
        prices: [{ priceTypeId, value: amountToNumber(Math.round(price * 0.9) as Amount) }],
        vatRate: vatRate === null ? null : percentToNumber(vatRate),
        minStock: Math.ceil((demand[place] ?? 0) * 2),
      }),
    )
  }
}

/** Code of the kilogram in the UN/ECE and ОКЕИ lists. */
const KILOGRAM = '166'

async function kilogramOf(tx: Tx): Promise<string> {
  const [unit] = await tx
    .select({ id: unitsOfMeasure.id })
    .from(unitsOfMeasure)
    .where(eq(unitsOfMeasure.code, KILOGRAM))
  return must(unit, 'kilogram').id
}
