import { and, asc, eq, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { retailSaleMarkingCodes } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { markingKey } from '#shared/barcodes/marking-code.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

export type MarkingCodeRow = typeof retailSaleMarkingCodes.$inferSelect

/** Sales and returns of a marked piece. Back-office drafts do not count. */
export interface PieceMoves {
  sold: number
  returned: number
  /** Number of the latest receipt with the piece. */
  lastNumber: string | null
}

const NEVER_MOVED: PieceMoves = { sold: 0, returned: 0, lastNumber: null }

/** Pieces by the key of their marking codes. */
export type Pieces = Map<string, PieceMoves>

/**
 * Locks and reads pieces, so that no other transaction can sell or return them until this one ends. Call it
 * after locking the sales and settings of the transaction.
 */
export async function holdPieces(tx: Tx, codes: readonly string[]): Promise<Pieces> {
  const keys = [...new Set(codes.map(markingKey))].sort()
  if (keys.length === 0) return new Map()
  const [, moves] = await awaitAll(lockPieces(tx, { keys }), movesOf(tx, { keys }))
  return new Map(moves.map(({ key, ...piece }) => [key, piece]))
}

/** Locks in key order, so that two transactions cannot deadlock. */
const lockPieces = statement(
  'marking-codes.lock',
  (given: Given<'keys'>) => sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${given.organizationId}::text || ' piece ' || key, 0))
    FROM unnest(${given.keys}::text[]) AS key`,
)

const movesOf = statement(
  'marking-codes.moves',
  (given: Given<'keys'>) => sql<PieceMoves & { key: string }>`
    SELECT piece.key, count(*) FILTER (WHERE NOT sale.is_return)::int AS sold,
      count(*) FILTER (WHERE sale.is_return)::int AS returned,
      (array_agg(sale.number ORDER BY sale.date DESC, sale.id DESC))[1] AS "lastNumber"
    FROM retail_sale_marking_codes AS piece
    JOIN retail_sales AS sale ON sale.organization_id = piece.organization_id AND sale.id = piece.sale_id
    WHERE piece.organization_id = ${given.organizationId}
      AND piece.key = ANY(ARRAY(SELECT unnest(${given.keys}::text[])))
      AND (sale.status = 'Posted' OR sale.source = 'Pos')
    GROUP BY piece.key`,
)

/**
 * True when a piece cannot be sold, or returned, again (docs/domain.md#marking-codes). Compares counts and
 * not times, because receipts arrive in any order, even a return before its sale. A piece that was never sold
 * here can be returned once.
 */
const isUsed = ({ sold, returned }: PieceMoves, isReturn: boolean): boolean =>
  isReturn ? returned >= Math.max(sold, 1) : sold > returned

/** Returns the counts of a piece after one more sale or return. */
export function moved(piece: PieceMoves | undefined, isReturn: boolean, number: string | null): PieceMoves {
  const { sold, returned } = piece ?? NEVER_MOVED
  return { sold: sold + (isReturn ? 0 : 1), returned: returned + (isReturn ? 1 : 0), lastNumber: number }
}

interface ReceiptOfPieces {
  isReturn: boolean
  number: string
}

interface MarkedLine {
  lineNo: number
  markingCodes: readonly string[]
}

/**
 * Yields the codes that cannot be on the receipt, with the number of the receipt that already has them, which
 * can be this one.
 */
export function* usedCodes(
  { isReturn, number }: ReceiptOfPieces,
  lines: readonly MarkedLine[],
  pieces: Pieces,
): Generator<{ lineNo: number; position: number; code: string; lastNumber: string }> {
  const seen: Pieces = new Map(pieces)
  for (const { lineNo, markingCodes } of lines) {
    for (const [position, code] of markingCodes.entries()) {
      const piece = seen.get(markingKey(code))
      if (piece && isUsed(piece, isReturn))
        yield { lineNo, position, code, lastNumber: must(piece.lastNumber, 'receipt') }
      seen.set(markingKey(code), moved(piece, isReturn, number))
    }
  }
}

/** Throws `marking_code_used` naming each line with a piece already sold or returned. */
export async function refuseUsedCodes(
  tx: Tx,
  { sale, lines }: { sale: ReceiptOfPieces; lines: readonly MarkedLine[] },
): Promise<void> {
  const pieces = await holdPieces(
    tx,
    lines.flatMap(({ markingCodes }) => markingCodes),
  )
  const used = [...usedCodes(sale, lines, pieces)]
  if (used.length === 0) return
  throw new Problem('marking_code_used', {
    detail: used
      .map(({ lineNo, lastNumber }) => `Line ${lineNo}: its piece is already in ${lastNumber}`)
      .join('. '),
    errors: used.map(({ lineNo, position, lastNumber }) => ({
      pointer: `#/lines/${lineNo - 1}/markingCodes/${position}`,
      detail: `is already in ${lastNumber}`,
    })),
  })
}

/** Returns the database rows for the codes of a receipt. */
export function codeRows(tx: Tx, saleId: string, lines: readonly MarkedLine[]): MarkingCodeRow[] {
  const { organizationId } = tx
  return lines.flatMap(({ lineNo, markingCodes }) =>
    markingCodes.map((code, position) => ({
      organizationId,
      saleId,
      lineNo,
      position,
      code,
      key: markingKey(code),
    })),
  )
}

/** Reads codes ordered by line and by position within a line. */
export const codesOfSales = statement('marking-codes.of-sales', (given: Given<'saleIds'>, db) =>
  db
    .select()
    .from(retailSaleMarkingCodes)
    .where(
      and(
        eq(retailSaleMarkingCodes.organizationId, given.organizationId),
        among(retailSaleMarkingCodes.saleId, given.saleIds),
      ),
    )
    .orderBy(
      asc(retailSaleMarkingCodes.saleId),
      asc(retailSaleMarkingCodes.lineNo),
      asc(retailSaleMarkingCodes.position),
    ),
)
