import type { SignedUp } from '#shared/contracts/account/auth.ts'
import type { CatalogProduct } from '../world/catalog.ts'

/** A kind of document as the bench writes it and posts it bare. */
export interface Kind {
  /** As figures name them. */
  noun: string
  /** Where its routes are; `/post` posts one. */
  base: string
  lines: number
  /** What one is made of at its creation. */
  body(shop: SignedUp, counterpartyId: string, date: string, products: readonly CatalogProduct[]): object
  /** What posting leaves. */
  movements: { documentType: string; costRule: string; pieces: number }
  /** SQL that gives the lines what they cost: $1 organization, $2 document, $3 to $5 arrays of ids, unit costs and cost sums. */
  costLines: string
  /** SQL that makes a draft a posted document: $1 organization, $2 id, $3 employee and, where headers hold it, $4 cost sum. */
  markPosted: string
  headerHoldsCost: boolean
}

const COST_LINES = `
  UPDATE document_lines AS line SET unit_cost = now.cost, cost_sum = abs(now.cost_sum)
  FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS now (id, cost, cost_sum)
  WHERE line.organization_id = $1 AND line.document_id = $2 AND line.id = now.id`

const MARK_POSTED = `
  UPDATE documents SET status = 'Posted', cost_sum = $4, posted_at = now(), posted_by_id = $3, version = version + 1,
    updated_at = now()
  WHERE organization_id = $1 AND id = $2`

const bodyOf =
  (quantity: number, priceOf: (product: CatalogProduct) => number): Kind['body'] =>
  ({ storeId }, counterpartyId, date, products) => ({
    ...{ storeId, counterpartyId, date },
    lines: products.map((product) => ({ productId: product.id, quantity, price: priceOf(product) })),
  })

/** Paid in cash, without change. */
export const SALES: Kind = {
  noun: 'sales of 5 lines',
  base: '/api/sales/retail',
  lines: 5,
  body: ({ storeId }, _, date, products) => ({
    ...{ storeId, date },
    lines: products.map(({ id, price }) => ({ productId: id, quantity: 1, price: price / 100 })),
    payments: [{ type: 'Cash', amount: products.reduce((sum, { price }) => sum + price, 0) / 100 }],
  }),
  movements: { documentType: 'RetailSale', costRule: 'Average', pieces: -1 },
  costLines: `
    UPDATE retail_sale_lines AS line SET unit_cost = now.cost
    FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS now (id, cost, cost_sum)
    WHERE line.organization_id = $1 AND line.sale_id = $2 AND line.id = now.id`,
  markPosted: `
    UPDATE retail_sales SET status = 'Posted', posted_at = now(), posted_by_id = $3, version = version + 1,
      updated_at = now()
    WHERE organization_id = $1 AND id = $2`,
  headerHoldsCost: false,
}

/** At what the products cost already. */
export const SUPPLIES: Kind = {
  noun: 'supplies of 100 lines',
  base: '/api/purchases/supplies',
  lines: 100,
  body: bodyOf(10, (product) => costOf(product) / 10_000),
  movements: { documentType: 'Supply', costRule: 'Given', pieces: 10 },
  costLines: COST_LINES,
  markPosted: MARK_POSTED,
  headerHoldsCost: true,
}

/** In ten-thousandths, as the catalog of the bench has it. */
export const costOf = ({ price }: CatalogProduct): number => price * 70
