import type { FiscalResult } from '#hub/db/tables/fiscal.ts'
import type { FiscalState } from '#shared/domain/sale-fiscal.ts'
import { type Absent, type Failed, type FiscalAdapter, failed, type Outcome } from './adapter.ts'
import { HUB_FAULT, wordsOf } from './own-faults.ts'
import { qrOf } from './qr-of.ts'
import type { FiscalReceipt } from './receipt.ts'

export interface FiscalRecord {
  state: FiscalState
  /** Attempt number, starting from 1. Increased only after the provider has rejected the previous id for good. */
  attempt: number
  /** Number of consecutive failures. */
  failures: number
  /** Earliest time of the next step (UTC, ISO 8601). */
  dueAt: string
  /** Provider's id for a Pending receipt. */
  providerId: string | null
  /** Result of a Done receipt. */
  result: FiscalResult | null
  /** Code of the last failure. */
  code: string | null
  message: string | null
}

/** Receipt to be sent, without its external id, which is derived from `clientId`. */
export type Unsent = Omit<FiscalReceipt, 'externalId'> & { clientId: string }

export interface Means {
  adapter: FiscalAdapter
  /** Saves the record durably before it resolves. Each step awaits it before the next request. */
  save(record: FiscalRecord): Promise<void>
  now(): Date
}

/** Code of a return that cannot be sent because its sale has no fiscal receipt yet. */
export const NO_BASIS = 'NoBasis'

const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 60 * 60_000
const POLL_MS = 5_000

export const newRecord = (now: Date): FiscalRecord => ({
  state: 'Waiting',
  attempt: 1,
  failures: 0,
  dueAt: now.toISOString(),
  providerId: null,
  result: null,
  code: null,
  message: null,
})

/**
 * Returns the external id of a receipt. Depends only on the sale and the attempt, so that a retry has the
 * same id.
 */
export const externalIdOf = (clientId: string, attempt: number): string =>
  attempt === 1 ? clientId : `${clientId}-${attempt}`

/** Returns the record for a manual retry. The receipt is looked up first, because the provider may have it. */
export const tryAgain = (record: FiscalRecord, now: Date): FiscalRecord => ({
  ...record,
  state: 'Unknown',
  failures: 0,
  dueAt: now.toISOString(),
})

/**
 * Advances a receipt by one step and returns the last saved record. Can be interrupted at any point and run
 * again with the saved record: the provider never registers a second receipt. Lock the cash box, because
 * concurrent runs are not safe.
 */
export async function fiscalise(record: FiscalRecord, unsent: Unsent, means: Means): Promise<FiscalRecord> {
  const { clientId, ...rest } = unsent
  const receipt = { ...rest, externalId: externalIdOf(clientId, record.attempt) }
  switch (record.state) {
    case 'Waiting':
      return send(record, receipt, means)
    // The process died during the request.
    case 'Sending':
    case 'Unknown':
      return lookUp(record, receipt, means)
    case 'Pending':
      return poll(record, receipt, means)
    default:
      return record
  }
}

/**
 * Returns the record after an error of the hub before sending, such as an unreadable sale. Counts as a failed
 * attempt.
 */
export function failedByHub(record: FiscalRecord, error: unknown, now: Date): FiscalRecord {
  // The process died during the request.
  const state = record.state === 'Sending' ? 'Unknown' : record.state
  return after({ ...record, state }, failed(HUB_FAULT, wordsOf(error), 'Retry'), now)
}

async function send(record: FiscalRecord, receipt: FiscalReceipt, means: Means): Promise<FiscalRecord> {
  const refusal = withoutBasis(receipt, means)
  if (refusal) return saved(after(record, refusal, means.now()), means)
  const sending = { ...record, state: 'Sending' } as const
  await means.save(sending)
  const outcome = await means.adapter.send(receipt)
  const isShiftTooLong = outcome.state === 'Failed' && outcome.next === 'CloseShift'
  const unclosed = isShiftTooLong ? await means.adapter.closeShift?.() : null
  // A closed shift is not a failure of the receipt, so it is sent at once, except after the third time in a
  // row.
  if (isShiftTooLong && !unclosed && record.failures < 2)
    return saved({ ...record, failures: record.failures + 1, dueAt: means.now().toISOString() }, means)
  return saved(after(sending, unclosed ?? recordedOutcome(outcome, receipt), means.now()), means)
}

/** Returns the failure of a return that the provider would refuse, so that it is not sent. */
function withoutBasis({ operation, basis }: FiscalReceipt, { adapter }: Means): Failed | null {
  return adapter.capabilities.returnNeedsBasis && operation === 'SellReturn' && !basis
    ? failed(NO_BASIS, 'The sale of this return has no fiscal receipt to refer to', 'Person')
    : null
}

async function lookUp(record: FiscalRecord, receipt: FiscalReceipt, means: Means): Promise<FiscalRecord> {
  const { adapter } = means
  // Without `lookUp`, the provider recognizes a repeated request by its id.
  const found: Outcome | Absent = adapter.lookUp
    ? await adapter.lookUp(receipt)
    : (withoutBasis(receipt, means) ?? (await adapter.send(receipt)))
  if (found.state === 'Absent') {
    const waiting = await saved({ ...record, state: 'Waiting' }, means)
    return send(waiting, receipt, means)
  }
  if (found.state === 'Failed' && found.next === 'CloseShift') {
    const unclosed = await adapter.closeShift?.()
    return saved(
      after({ ...record, state: 'Waiting' }, unclosed ?? { ...found, next: 'Retry' }, means.now()),
      means,
    )
  }
  return saved(after({ ...record, state: 'Unknown' }, recordedOutcome(found, receipt), means.now()), means)
}

async function poll(record: FiscalRecord, receipt: FiscalReceipt, means: Means): Promise<FiscalRecord> {
  if (record.providerId === null) return saved({ ...record, state: 'Unknown' }, means)
  const outcome = await means.adapter.status(record.providerId)
  return saved(after(record, recordedOutcome(outcome, receipt), means.now()), means)
}

async function saved(record: FiscalRecord, { save }: Means): Promise<FiscalRecord> {
  await save(record)
  return record
}

/** Outcome to be recorded. `result` is null for a cash operation. */
type RecordedOutcome = Exclude<Outcome, { state: 'Done' }> | { state: 'Done'; result: FiscalResult | null }

function recordedOutcome(outcome: Outcome, receipt: FiscalReceipt): RecordedOutcome {
  if (outcome.state !== 'Done') return outcome
  // The adapter reports the tax system of the cash box, because a poll has no access to the receipt.
  const taxSystem = outcome.result.taxSystem && (receipt.taxSystem ?? outcome.result.taxSystem)
  const result = { ...outcome.result, taxSystem }
  return { ...outcome, result: { ...result, qr: qrOf(result, receipt) } }
}

/**
 * Returns the record after an outcome. `record` is in the state in which the request was made: Sending,
 * Unknown, Waiting or Pending.
 */
export function after(record: FiscalRecord, outcome: RecordedOutcome, now: Date): FiscalRecord {
  const { state, failures, attempt } = record
  const later = (leastMs = 0) => ({
    failures: failures + 1,
    dueAt: inFuture(now, Math.min(LONGEST_WAIT_MS, Math.max(leastMs, waitMs(failures + 1)))),
  })
  switch (outcome.state) {
    case 'Done':
      return { ...record, state: 'Done', result: outcome.result, failures: 0, code: null, message: null }
    case 'Pending':
      return {
        ...record,
        state: 'Pending',
        providerId: outcome.providerId,
        failures: 0,
        code: null,
        message: null,
        dueAt: inFuture(now, POLL_MS),
      }
    case 'Unknown':
      return {
        ...record,
        ...later(),
        // An accepted receipt stays accepted after an unclear poll.
        state: state === 'Pending' ? 'Pending' : 'Unknown',
        code: outcome.code ?? 'Unknown',
        message: outcome.message,
      }
    case 'Failed': {
      const { code, message, next } = outcome
      if (next === 'NewExternalId')
        return {
          ...record,
          code,
          message,
          state: 'Waiting',
          attempt: attempt + 1,
          providerId: null,
          failures: failures + 1,
          dueAt: inFuture(now, failures === 0 ? 0 : waitMs(failures)),
        }
      if (next === 'Person') return { ...record, code, message, state: 'Failed' }
      // A failed poll or look-up says nothing about the request that was sent earlier.
      const isRequested = state === 'Pending' || state === 'Unknown'
      return { ...record, ...later(outcome.waitMs), code, message, state: isRequested ? state : 'Waiting' }
    }
  }
}

const waitMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))

const inFuture = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()
