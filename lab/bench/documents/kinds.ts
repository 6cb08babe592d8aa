import type { SignedUp } from '#shared/contracts/account/auth.ts'
import type { CatalogProduct } from '../world/catalog.ts'

/** A kind of document, as created by the bench and posted by the floor. */
export interface Kind {
  /** Name for figures. */
  noun: string
  /** Base path of its routes. A document is posted with `/post`. */
  base: string
  lines: number
  /** Returns the request body for a draft. */
  body(shop: SignedUp, counterpartyId: string, date: string, products: readonly CatalogProduct[]): object
  /** Movements that result from posting. */
  movements: { documentType: string; costRule: string; pieces: number }
  /**
   * SQL that sets the costs of the lines. $1 is the organization, $2 the document, and $3 to $5 are arrays of
   * ids, unit costs and cost sums.
   */
  costLines: string
  /**
   * SQL that marks a draft as posted. $1 is the organization, $2 the id, $3 the employee and, for headers
   * with a cost, $4 the cost sum.
   */
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
    storeId,
    counterpartyId,
    date,
    lines: products.map((product) => ({ productId: product.id, quantity, price: priceOf(product) })),
  })

/** Sales paid in cash without change. */
export const SALES: Kind = {
  noun: 'sales of 5 lines',
  base: '/api/sales/retail',
  lines: 5,
  body: ({ storeId }, _, date, products) => ({
    storeId,
    date,
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

/** Supplies at the current cost of the products. */
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

/** Returns the cost in ten-thousandths, as defined by the bench's catalog. */
export const costOf = ({ price }: CatalogProduct): number => price * 70
