import type { FiscalCount } from '#shared/contracts/till/shift.ts'
import { type ReceiptFiscal, type ReceiptFiscalState, WAITING_FISCAL } from '#shared/domain/sale-fiscal.ts'
import type { Clock } from '../../clock.ts'
import type { Replica } from '../../replica/replica.ts'

export interface FiscalSources {
  readonly replica: Replica
  readonly clock: Clock
}

/**
 * Time after the upload during which fiscal data is expected. Head office sends it seconds after it receives
 * the receipt, but an offline till receives it later.
 */
const PUBLISHED_WITHIN_MS = 24 * 60 * 60_000

/**
 * Returns the fiscal receipts of this till's receipts, as sent by head office, or null for a receipt without
 * one. Where the retail point makes fiscal receipts, a receipt without fiscal data counts as waiting until it
 * is uploaded (`uploadedAt` is null until then) and for a day after that.
 */
export function fiscalOf(
  { replica, clock }: FiscalSources,
  receipts: readonly { id: string; uploadedAt: string | null }[],
): Map<string, ReceiptFiscal | null> {
  const isFiscal = replica.find(({ settings }) => settings.find())?.isFiscal ?? false
  const published = replica.find((reader) => reader.receipts.fiscalOf(receipts.map(({ id }) => id)))
  const since = clock.now().getTime() - PUBLISHED_WITHIN_MS
  return new Map(
    receipts.map(({ id, uploadedAt }) => {
      const known = published?.get(id.toLowerCase())
      if (known !== undefined) return [id, known]
      const isNew = uploadedAt === null || new Date(uploadedAt).getTime() > since
      return [id, isFiscal && isNew ? WAITING_FISCAL : null]
    }),
  )
}

/** Counts fiscal receipts by state. Returns null when none of the receipts gets a fiscal receipt. */
export function countFiscal(receipts: Iterable<ReceiptFiscal | null>): FiscalCount | null {
  const states = [...receipts].flatMap((fiscal) => (fiscal ? [fiscal.state] : []))
  const count = (state: ReceiptFiscalState): number => states.filter((each) => each === state).length
  return states.length === 0
    ? null
    : { done: count('Done'), waiting: count('Waiting'), failed: count('Failed') }
}
