import { sql } from 'drizzle-orm'
import { streamRows } from '#hub/db/stream-rows.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { bookMovement } from '../book-movement.ts'
import type { Balance, BookedMovement } from '../movement.ts'
import { MOVEMENT_COLUMNS, type RawMovement, readMovement, type StoredRow } from '../stored-movements.ts'
import { compare, type Finding } from './finding.ts'

/**
 * Recalculates the movements of the products from the first one, in all stores together. Yields once for each
 * movement, with a finding if it is wrong. A movement that follows correctly from a wrong one is not
 * reported.
 */
export async function* checkHistories(
  tx: Tx,
  productIds: readonly string[],
): AsyncGenerator<Finding | undefined> {
  const sources = await findSources(tx, productIds)
  let productId: string | undefined
  let byRule = new Course(sources)
  let asStored = new Course(sources)
  for await (const raw of streamRows<RawMovement>(tx, movementsOf(tx, productIds))) {
    const row = readMovement(raw)
    if (row.movement.productId !== productId) {
      productId = row.movement.productId
      byRule = new Course(sources)
      asStored = new Course(sources)
    }
    const due = byRule.book(row)
    const follows = asStored.book(row)
    byRule.pass(row, due)
    asStored.pass(row, row.stored)
    const isConsequence = !differences(row.stored, follows)
    yield isConsequence ? undefined : findingOf(row, due)
  }
}

function movementsOf(tx: Tx, productIds: readonly string[]) {
  return sql`
    SELECT ${MOVEMENT_COLUMNS} FROM stock_movements AS m
    WHERE m.organization_id = ${tx.organizationId} AND m.product_id = ANY(${sql.param([...productIds])}::uuid[])
    ORDER BY m.product_id, m.moment, m.seq`
}

const lineKey = (documentId: string, lineNo: number): string => `${documentId} ${lineNo}`

/** Returns the lines whose cost later movements use, so that only their costs are kept in memory. */
async function findSources(tx: Tx, productIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ document: string; line: number }>(sql`
    SELECT source_document_id AS document, source_line_no AS line FROM stock_movements
    WHERE organization_id = ${tx.organizationId} AND product_id = ANY(${sql.param([...productIds])}::uuid[])
      AND cost_rule = 'Source'`)
  return new Set(rows.map(({ document, line }) => lineKey(document, line)))
}

const NOTHING: Balance = { quantity: 0 as Quantity, averageCost: 0 as Cost }

/** State of one product during the recalculation. */
class Course {
  readonly #sources: ReadonlySet<string>
  readonly #balances = new Map<string, Balance>()
  readonly #left = new Map<string, Cost>()

  constructor(sources: ReadonlySet<string>) {
    this.#sources = sources
  }

  book({ movement }: StoredRow): BookedMovement {
    const before = this.#balances.get(movement.storeId) ?? NOTHING
    return bookMovement(movement, before, (documentId, lineNo) => this.#left.get(lineKey(documentId, lineNo)))
  }

  pass({ documentId, movement }: StoredRow, booked: BookedMovement): void {
    this.#balances.set(movement.storeId, booked.after)
    const line = lineKey(documentId, movement.lineNo)
    if (booked.quantity < 0 && this.#sources.has(line)) this.#left.set(line, booked.unitCost)
  }
}

function findingOf(
  { type, documentId, movement, stored }: StoredRow,
  due: BookedMovement,
): Finding | undefined {
  const { lineNo, productId, storeId } = movement
  const differing = differences(stored, due)
  if (!differing) return undefined
  return { kind: 'WrongMovement', documentType: type, documentId, lineNo, productId, storeId, ...differing }
}

function differences(stored: BookedMovement, due: BookedMovement) {
  return compare(stepsOf(stored), stepsOf(due))
}

function stepsOf({ quantity, unitCost, costSum, after }: BookedMovement) {
  return { quantity, unitCost, costSum, balance: after.quantity, averageCost: after.averageCost }
}
