import type { FiscalCashKind } from '#shared/contracts/sales/fiscal-cash.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { FiscalReceipt, ToldResult } from './receipt.ts'

/** What became of a receipt that was sent, as far as the provider tells. */
export type Outcome =
  | { state: 'Done'; result: ToldResult }
  /** Accepted: ask `status` for the result. */
  | { state: 'Pending'; providerId: string }
  /** Nobody knows whether it was accepted: look it up before it is sent again. */
  | { state: 'Unknown'; message: string; code?: string }
  | Failed

/** Surely not fiscalised. */
export interface Failed {
  state: 'Failed'
  /** The provider's code, or one of ours: Unreachable, Limit, NoBasis, HubFault. */
  code: string
  /** In the provider's words. */
  message: string
  next: NextStep
  /** Of a Retry: so long the provider wants to be left alone, in milliseconds. */
  waitMs?: number
}

/**
 * What may mend a failure. Retry: the same request later. CloseShift: the shift is longer than 24 hours; close it, then
 * retry. NewExternalId: the provider has given the id up for good (ATOL's timeout, OrangeData's 524), and takes the
 * receipt under another one only. Person: the same request would fail again.
 */
export type NextStep = 'Retry' | 'CloseShift' | 'NewExternalId' | 'Person'

/** Money that goes into or out of the drawer without a receipt, or the end of the shift. */
export interface CashOperation {
  /** Stable: the provider knows the operation by it, so a retry is not a second one. */
  externalId: string
  kind: FiscalCashKind
  /** 0 for the end of a shift. */
  sum: Amount
  /** UTC, ISO 8601. */
  at: string
}

/** What became of a cash operation. After Unknown it is asked for again, with the same id. */
export type Carried = { state: 'Done' } | Extract<Outcome, { state: 'Unknown' }> | Failed

/** The provider has never heard of the receipt: it may be sent. */
export interface Absent {
  state: 'Absent'
}

export interface Capabilities {
  /** `send` may answer Pending. */
  async: boolean
  /** It has shifts, which somebody must close each 24 hours. */
  needsShift: boolean
  /** It refuses a return whose sale it does not know: `send` is not called with one. */
  returnNeedsBasis: boolean
  maxLines: number
  /** How long the cash register may go on without the authority, in hours; null when it cannot. */
  offlineHours: number | null
}

/** One cash box of a provider. Requests go one after the other: `send` is not called while another is under way. */
export interface FiscalAdapter {
  capabilities: Capabilities
  send(receipt: FiscalReceipt): Promise<Outcome>
  /** The result of what was Pending. */
  status(providerId: string): Promise<Outcome>
  /** By external id. Absent: the provider knows a repeated request by its id, so to send again is safe. */
  lookUp?(receipt: FiscalReceipt): Promise<Outcome | Absent>
  /** Closes what is open and answers null; the next receipt opens a shift. Already closed is no failure. */
  closeShift?(): Promise<Failed | null>
  /** Providers that keep a drawer, in Kazakhstan. Asked for the same again, it books nothing twice. */
  carryOut?(operation: CashOperation): Promise<Carried>
}

export const failed = (code: string | number, message: string, next: NextStep): Failed => ({
  state: 'Failed',
  code: String(code),
  message,
  next,
})
