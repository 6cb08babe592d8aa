import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { withinDays } from '#hub/db/days.ts'
import { countRows } from '#hub/db/records.ts'
import { productGroups } from '#hub/db/tables/catalog.ts'
import { loyaltyCards, loyaltyPrograms } from '#hub/db/tables/loyalty.ts'
import { products } from '#hub/db/tables/products.ts'
import { retailSaleLines, retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readPeriod } from '#hub/documents/period.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { costOf } from '#hub/ledger/next-balance.ts'
import type { PromotionCreate, PromotionTryOut, TryOutQuery } from '#shared/contracts/loyalty/promotions.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import type { CartLine, CartProgram } from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { requireAll } from './save-promotion.ts'

const MOST_RECEIPTS = 20_000

/**
 * Simulates a draft promotion on posted sales of a period. Returns the additional discounts, as if each
 * customer had presented the coupon (docs/domain.md#promotions). Saves nothing. Throws `invalid_request` for
 * more than 20,000 receipts and for references of the draft that do not exist.
 */
export async function tryOut(
  tx: Tx,
  draft: PromotionCreate,
  query: TryOutQuery,
  { permissions }: Actor,
): Promise<PromotionTryOut> {
  await requireAll(tx, draft)
  const period = await readPeriod(tx, query)
  const { timeZone, enforceMinPrice, discountStrategy } = await loadSettings(tx)
  const ofPeriod = and(
    eq(retailSales.organizationId, tx.organizationId),
    eq(retailSales.status, 'Posted'),
    eq(retailSales.isReturn, false),
    ...withinDays(retailSales.date, period),
  )
  const count = await countRows(tx, retailSales, ofPeriod)
  if (count > MOST_RECEIPTS)
    throw invalidField(['query', 'from'], `the days have ${count} receipts: ${MOST_RECEIPTS} at most`)
  const sales = await tx.select().from(retailSales).where(ofPeriod).orderBy(asc(retailSales.id))
  const lines = await linesOf(tx, ofPeriod)
  const groups = await groupPaths(tx)
  const programs = await programsOf(tx)
  const promotion = { ...draft, id: draft.id ?? newId(), isActive: true, startsAt: null, endsAt: null }
  const sums = { discount: 0, reduced: 0, turnover: 0, cost: 0, belowWas: 0, belowWould: 0 }
  for (const sale of sales) {
    const own = lines.get(sale.id) ?? []
    const program = programs.get(sale.loyaltyCardId ?? '')
    const priced = priceCart({
      lines: own.map((line) => cartLine(line, groups, enforceMinPrice)),
      promotions: [promotion],
      card: program ? { id: program.id, program: withoutDiscount(program), ...NOTHING } : null,
      coupons: draft.couponCode === null ? [] : [draft.couponCode],
      moment: sale.date,
      timeZone,
      strategy: discountStrategy,
      storeId: sale.storeId,
      retailPointId: sale.retailPointId ?? '',
    })
    const off = priced.trace.find(({ kind }) => kind === 'Promotion')?.amount ?? 0
    const cost = own.reduce((sum, line) => sum + costOf(line.quantity, line.unitCost), 0)
    sums.discount += off
    sums.reduced += off > 0 ? 1 : 0
    sums.turnover += sale.sum
    sums.cost += cost
    sums.belowWas += isBelow(sale.sum, cost)
    sums.belowWould += isBelow(sale.sum - off, cost)
  }
  const figures = (turnover: number, belowCost: number) => ({
    turnover: amountToNumber(turnover as Amount),
    ...(permissions.has('costs.view') && {
      margin: amountToNumber(Math.round(turnover - sums.cost / 100) as Amount),
      belowCost,
    }),
  })
  return {
    ...period,
    receipts: sales.length,
    reducedReceipts: sums.reduced,
    discount: amountToNumber(sums.discount as Amount),
    was: figures(sums.turnover, sums.belowWas),
    wouldBe: figures(sums.turnover - sums.discount, sums.belowWould),
  }
}

const NOTHING = { turnover: 0 as Amount, balance: 0 as Amount }

/**
 * Returns 1 when the total of a receipt is below its cost, otherwise 0. Costs have 100 times the precision of
 * amounts.
 */
const isBelow = (sum: number, cost: number): number => (sum * 100 < cost ? 1 : 0)

/** Removes the program's discount, because the receipt already includes it. */
const withoutDiscount = (program: CartProgram): CartProgram => ({ ...program, kind: 'Bonus' })

type Line = Awaited<ReturnType<typeof selectLines>>[number]

async function linesOf(tx: Tx, ofPeriod: ReturnType<typeof and>): Promise<Map<string, Line[]>> {
  return Map.groupBy(await selectLines(tx, ofPeriod), ({ saleId }) => saleId)
}

function selectLines(tx: Tx, ofPeriod: ReturnType<typeof and>) {
  return tx
    .select({
      saleId: retailSaleLines.saleId,
      productId: retailSaleLines.productId,
      quantity: retailSaleLines.quantity,
      price: retailSaleLines.price,
      sum: retailSaleLines.sum,
      discountAmount: retailSaleLines.discountAmount,
      unitCost: retailSaleLines.unitCost,
      groupId: products.productGroupId,
      minPrice: products.minPrice,
      isDiscountProhibited: products.isDiscountProhibited,
      isWeighed: products.isWeighed,
    })
    .from(retailSaleLines)
    .innerJoin(
      products,
      and(
        eq(products.organizationId, retailSaleLines.organizationId),
        eq(products.id, retailSaleLines.productId),
      ),
    )
    .where(
      and(
        eq(retailSaleLines.organizationId, tx.organizationId),
        inArray(retailSaleLines.saleId, tx.select({ id: retailSales.id }).from(retailSales).where(ofPeriod)),
      ),
    )
    .orderBy(asc(retailSaleLines.saleId), asc(retailSaleLines.lineNo))
}

/** Returns the cart line with its price after other discounts, to which the draft applies. */
function cartLine(line: Line, groups: Map<string, string | null>, enforceMinPrice: boolean): CartLine {
  const { productId, quantity, isDiscountProhibited, isWeighed } = line
  const groupIds: string[] = []
  for (let at = line.groupId; at && !groupIds.includes(at); at = groups.get(at) ?? null) groupIds.push(at)
  const minPrice = enforceMinPrice ? line.minPrice : null
  const left = line.price - Math.ceil((line.discountAmount * 1000) / quantity)
  const price = Math.max(0, left) as Amount
  return { productId, groupIds, quantity, price, minPrice, isDiscountProhibited, isWeighed }
}

async function groupPaths(tx: Tx): Promise<Map<string, string | null>> {
  const rows = await tx
    .select({ id: productGroups.id, parentId: productGroups.parentId })
    .from(productGroups)
    .where(eq(productGroups.organizationId, tx.organizationId))
  return new Map(rows.map(({ id, parentId }) => [id, parentId]))
}

/** Returns loyalty programs by card id. */
async function programsOf(tx: Tx): Promise<Map<string, CartProgram>> {
  const rows = await tx
    .select({ cardId: loyaltyCards.id, program: loyaltyPrograms })
    .from(loyaltyCards)
    .innerJoin(
      loyaltyPrograms,
      and(
        eq(loyaltyPrograms.organizationId, loyaltyCards.organizationId),
        eq(loyaltyPrograms.id, loyaltyCards.programId),
      ),
    )
    .where(eq(loyaltyCards.organizationId, tx.organizationId))
  return new Map(rows.map(({ cardId, program }) => [cardId, program]))
}
