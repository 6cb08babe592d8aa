import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost } from '#shared/money/decimal.ts'

interface Left {
  moment: number
  cost: Cost
}

/** What goods cost when they left with a line: for those that come in again at that cost. */
export class LineCosts {
  readonly #left = new Map<string, Left>()

  static async load(tx: Tx, lines: readonly { documentId: string; lineNo: number }[]): Promise<LineCosts> {
    const costs = new LineCosts()
    if (lines.length === 0) return costs
    const { rows } = await tx.execute<{ document: string; line: number; moment: Date; cost: string }>(sql`
      SELECT document_id AS document, line_no AS line, moment, unit_cost AS cost FROM stock_movements
      WHERE organization_id = ${tx.organizationId} AND quantity < 0 AND (document_id, line_no) IN (
        SELECT * FROM unnest(
          ${sql.param(lines.map(({ documentId }) => documentId))}::uuid[],
          ${sql.param(lines.map(({ lineNo }) => lineNo))}::int[]))`)
    for (const { document, line, moment, cost } of rows)
      costs.note(document, line, new Date(moment).getTime(), Number(cost) as Cost)
    return costs
  }

  note(documentId: string, lineNo: number, moment: number, cost: Cost): void {
    this.#left.set(`${documentId} ${lineNo}`, { moment, cost })
  }

  /** Undefined also when the goods left after the moment (milliseconds): the ledger goes by its own order. */
  find(documentId: string, lineNo: number, moment: number): Cost | undefined {
    const left = this.#left.get(`${documentId} ${lineNo}`)
    return left && left.moment <= moment ? left.cost : undefined
  }
}
