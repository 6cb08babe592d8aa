import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost } from '#shared/money/decimal.ts'

/** A line with which goods left, and the product whose cost is needed. */
export interface SourceLine {
  documentId: string
  lineNo: number
  productId: string
}

const keyOf = ({ documentId, lineNo, productId }: SourceLine): string =>
  `${documentId} ${lineNo} ${productId}`

type Raw = { document: string; line: number; product: string; moment: Date; cost: string }

interface Left extends SourceLine {
  moment: number
  cost: Cost
}

/** Costs of goods on the lines with which they left, used for goods that come back at the same cost. */
export class LineCosts {
  readonly #left = new Map<string, Left>()

  static async load(tx: Tx, lines: readonly SourceLine[]): Promise<LineCosts> {
    const costs = new LineCosts()
    if (lines.length === 0) return costs
    const { rows } = await tx.execute<Raw>(sql`
      SELECT document_id AS document, line_no AS line, product_id AS product, moment, unit_cost AS cost
      FROM stock_movements
      WHERE organization_id = ${tx.organizationId} AND quantity < 0 AND (document_id, line_no) IN (
        SELECT * FROM unnest(
          ${sql.param(lines.map(({ documentId }) => documentId))}::uuid[],
          ${sql.param(lines.map(({ lineNo }) => lineNo))}::int[]))`)
    for (const { document, line, product, moment, cost } of rows) {
      const left = { documentId: document, lineNo: line, productId: product }
      costs.note(left, new Date(moment).getTime(), Number(cost) as Cost)
    }
    return costs
  }

  note(line: SourceLine, moment: number, cost: Cost): void {
    this.#left.set(keyOf(line), { ...line, moment, cost })
  }

  /**
   * Returns the costs of goods of a product that left before `moment` (ms), with keys in the format `document
   * line`.
   */
  leftBefore(productId: string, moment: number): [line: string, cost: Cost][] {
    return [...this.#left.values()]
      .filter((left) => left.productId === productId && left.moment < moment)
      .map(({ documentId, lineNo, cost }) => [`${documentId} ${lineNo}`, cost])
  }

  /**
   * Returns the cost of a line. Returns undefined when the goods left after `moment` (ms), because the order
   * of the ledger decides.
   */
  find(line: SourceLine, moment: number): Cost | undefined {
    const left = this.#left.get(keyOf(line))
    return left && left.moment <= moment ? left.cost : undefined
  }
}
