import { and, eq, inArray, or } from 'drizzle-orm'
import { findRecord } from '#hub/db/records.ts'
import { counterparties, priceTypes } from '#hub/db/tables/catalog.ts'
import { productPrices } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import type { DocumentInput } from '#shared/contracts/documents.ts'
import { amountToNumber, cost } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'

/**
 * Completes missing prices of a shipment with the price in the customer's price type, or else the default
 * price of the product (docs/domain.md#shipments). Throws `invalid_request` naming the price when the product
 * has none in the currency of the shipment.
 */
export async function withUsualPrices(tx: Tx, input: DocumentInput): Promise<DocumentInput> {
  const priceless = input.lines.filter(({ price }) => price === null).map(({ productId }) => productId)
  if (priceless.length === 0) return input
  const { organizationId } = tx
  const { counterpartyId } = input
  const customer = counterpartyId ? await findRecord(tx, counterparties, counterpartyId) : undefined
  const wanted = customer?.priceTypeId ?? null
  const currencyId = input.currencyId ?? (await loadSettings(tx)).currencyId
  const rows = await tx
    .select({ productId: productPrices.productId, typeId: priceTypes.id, value: productPrices.value })
    .from(productPrices)
    .innerJoin(
      priceTypes,
      and(eq(priceTypes.organizationId, organizationId), eq(priceTypes.id, productPrices.priceTypeId)),
    )
    .where(
      and(
        eq(productPrices.organizationId, organizationId),
        inArray(productPrices.productId, priceless),
        eq(priceTypes.currencyId, currencyId),
        or(eq(priceTypes.isDefault, true), wanted ? eq(priceTypes.id, wanted) : undefined),
      ),
    )
  const prices = new Map<string, number>()
  for (const { productId, typeId, value } of rows)
    if (typeId === wanted || !prices.has(productId)) prices.set(productId, amountToNumber(value))
  const lines = input.lines.map((line, index) => {
    if (line.price !== null) return line
    const price = prices.get(line.productId)
    if (price === undefined)
      throw invalidField(['lines', index, 'price'], 'is needed: the product has no price in this currency')
    return { ...line, price: cost(price) }
  })
  return { ...input, lines }
}
