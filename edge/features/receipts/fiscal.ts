import {
  type ReceiptFiscal,
  type ReceiptFiscalState,
  WAITING_FISCAL,
} from '#shared/contracts/sales/sale-fiscal.ts'
import type { FiscalCount } from '#shared/contracts/till/shift.ts'
import type { Clock } from '../../clock.ts'
import type { Replica } from '../../replica/replica.ts'

export interface FiscalSources {
  readonly replica: Replica
  readonly clock: Clock
}

/** Head office tells of a receipt some seconds after it has it; a till that was cut off meanwhile hears of it later. */
const TOLD_WITHIN_MS = 24 * 60 * 60_000

/**
 * The fiscal receipts of receipts of this till, as head office told of them; null: it gets none. A receipt that head office has
 * not told of waits while it is not sent (`uploadedAt` null), and in the day after, where the retail point makes fiscal receipts.
 */
export function fiscalOf(
  { replica, clock }: FiscalSources,
  receipts: readonly { id: string; uploadedAt: string | null }[],
): Map<string, ReceiptFiscal | null> {
  const isFiscal = replica.find(({ settings }) => settings.find())?.isFiscal ?? false
  const told = replica.find((reader) => reader.receipts.fiscalOf(receipts.map(({ id }) => id)))
  const since = clock.now().getTime() - TOLD_WITHIN_MS
  return new Map(
    receipts.map(({ id, uploadedAt }) => {
      const known = told?.get(id.toLowerCase())
      if (known !== undefined) return [id, known]
      const isNew = uploadedAt === null || new Date(uploadedAt).getTime() > since
      return [id, isFiscal && isNew ? WAITING_FISCAL : null]
    }),
  )
}

/** How far they are; null: none of them gets a fiscal receipt. */
export function countFiscal(receipts: Iterable<ReceiptFiscal | null>): FiscalCount | null {
  const states = [...receipts].flatMap((fiscal) => (fiscal ? [fiscal.state] : []))
  const count = (state: ReceiptFiscalState): number => states.filter((each) => each === state).length
  return states.length === 0
    ? null
    : { done: count('Done'), waiting: count('Waiting'), failed: count('Failed') }
}
