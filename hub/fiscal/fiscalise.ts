import { type Absent, type Failed, type FiscalAdapter, failed, type Outcome } from './adapter.ts'
import { HUB_FAULT, wordsOf } from './own-faults.ts'
import { qrOf } from './qr-of.ts'
import type { FiscalReceipt, FiscalResult } from './receipt.ts'

/**
 * Waiting: not sent, or surely not fiscalised. Sending: written before the request leaves, so that a process that dies
 * leaves it behind. Unknown: look it up first. Pending: accepted. Failed: a person must do something.
 */
export type FiscalState = 'Waiting' | 'Sending' | 'Unknown' | 'Pending' | 'Done' | 'Failed'

export interface FiscalRecord {
  state: FiscalState
  /** From 1. Another one only when the provider has given the id of the one before up for good. */
  attempt: number
  /** Failures in a row. */
  failures: number
  /** UTC, ISO 8601: nothing happens before. */
  dueAt: string
  /** Of what is Pending. */
  providerId: string | null
  /** Of a receipt that is Done. */
  result: FiscalResult | null
  /** What the provider said last of a failure. */
  code: string | null
  message: string | null
}

/** What is sent; its external id is made of the sale's. */
export type Unsent = Omit<FiscalReceipt, 'externalId'> & { clientId: string }

export interface Means {
  adapter: FiscalAdapter
  /** Written when it resolves. Each step waits for it before the next request. */
  save(record: FiscalRecord): Promise<void>
  now(): Date
}

/** The provider refuses a return without its sale, and the sale has no fiscal receipt, or not yet. */
export const NO_BASIS = 'NoBasis'

const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 60 * 60_000
const POLL_MS = 5_000

export const newRecord = (now: Date): FiscalRecord => ({
  ...{ state: 'Waiting', attempt: 1, failures: 0, dueAt: now.toISOString() },
  ...{ providerId: null, result: null, code: null, message: null },
})

/** One id for one receipt, on every retry. */
export const externalIdOf = (clientId: string, attempt: number): string =>
  attempt === 1 ? clientId : `${clientId}-${attempt}`

/** What a person asks for: the receipt may be known to the provider, so it is looked up first. */
export const tryAgain = (record: FiscalRecord, now: Date): FiscalRecord => ({
  ...record,
  ...{ state: 'Unknown', failures: 0, dueAt: now.toISOString() },
})

/**
 * Goes one step on with a receipt, and answers what it has saved last. May be ended between any two of its statements and
 * run again with what was saved: the provider never registers a second receipt. Not for two processes at once: hold the
 * cash box.
 */
export async function fiscalise(record: FiscalRecord, unsent: Unsent, means: Means): Promise<FiscalRecord> {
  const { clientId, ...rest } = unsent
  const receipt = { ...rest, externalId: externalIdOf(clientId, record.attempt) }
  switch (record.state) {
    case 'Waiting':
      return send(record, receipt, means)
    // The process died with the request under way.
    case 'Sending':
    case 'Unknown':
      return lookUp(record, receipt, means)
    case 'Pending':
      return poll(record, receipt, means)
    default:
      return record
  }
}

/** The record of a receipt that could not even be read: an error of our own, which counts as a failed attempt. */
export function failedHere(record: FiscalRecord, error: unknown, now: Date): FiscalRecord {
  // The process died with the request under way.
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
  // A closed shift is no failure of the receipt: it goes at once, but for the third time in a row.
  if (isShiftTooLong && !unclosed && record.failures < 2)
    return saved({ ...record, failures: record.failures + 1, dueAt: means.now().toISOString() }, means)
  return saved(after(sending, unclosed ?? told(outcome, receipt), means.now()), means)
}

/** A return that the provider would refuse is not sent. */
function withoutBasis({ operation, basis }: FiscalReceipt, { adapter }: Means): Failed | null {
  return adapter.capabilities.returnNeedsBasis && operation === 'SellReturn' && !basis
    ? failed(NO_BASIS, 'The sale of this return has no fiscal receipt to refer to', 'Person')
    : null
}

async function lookUp(record: FiscalRecord, receipt: FiscalReceipt, means: Means): Promise<FiscalRecord> {
  const { adapter } = means
  // Without a look-up the provider knows a repeated request by its id.
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
  return saved(after({ ...record, state: 'Unknown' }, told(found, receipt), means.now()), means)
}

async function poll(record: FiscalRecord, receipt: FiscalReceipt, means: Means): Promise<FiscalRecord> {
  if (record.providerId === null) return saved({ ...record, state: 'Unknown' }, means)
  const outcome = await means.adapter.status(record.providerId)
  return saved(after(record, told(outcome, receipt), means.now()), means)
}

async function saved(record: FiscalRecord, { save }: Means): Promise<FiscalRecord> {
  await save(record)
  return record
}

/** `result`: null for what is no receipt. */
type Told = Exclude<Outcome, { state: 'Done' }> | { state: 'Done'; result: FiscalResult | null }

function told(outcome: Outcome, receipt: FiscalReceipt): Told {
  if (outcome.state !== 'Done') return outcome
  // The adapter tells that of the cash box: a poll knows no receipt.
  const taxSystem = outcome.result.taxSystem && (receipt.taxSystem ?? outcome.result.taxSystem)
  const result = { ...outcome.result, taxSystem }
  return { ...outcome, result: { ...result, qr: qrOf(result, receipt) } }
}

/** Returns the record after an outcome; it was Sending, Unknown, Waiting or Pending when it was asked for. */
export function after(record: FiscalRecord, outcome: Told, now: Date): FiscalRecord {
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
        ...{ state: 'Pending', providerId: outcome.providerId, failures: 0, code: null, message: null },
        dueAt: inFuture(now, POLL_MS),
      }
    case 'Unknown':
      return {
        ...record,
        ...later(),
        // What was accepted stays accepted, whatever one poll says.
        state: state === 'Pending' ? 'Pending' : 'Unknown',
        code: outcome.code ?? 'Unknown',
        message: outcome.message,
      }
    case 'Failed': {
      const { code, message, next } = outcome
      if (next === 'NewExternalId')
        return {
          ...{ ...record, code, message, state: 'Waiting', attempt: attempt + 1, providerId: null },
          ...{ failures: failures + 1, dueAt: inFuture(now, failures === 0 ? 0 : waitMs(failures)) },
        }
      if (next === 'Person') return { ...record, code, message, state: 'Failed' }
      // A question that was not answered tells nothing of what was sent before it.
      const isAsked = state === 'Pending' || state === 'Unknown'
      return { ...record, ...later(outcome.waitMs), code, message, state: isAsked ? state : 'Waiting' }
    }
  }
}

const waitMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))

const inFuture = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()
