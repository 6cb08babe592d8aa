import type { FiscalCashKind } from '#shared/contracts/sales/fiscal-cash.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { FiscalReceipt, ReportedResult } from './receipt.ts'

/** State of a sent receipt, as far as it is known. */
export type Outcome =
  | { state: 'Done'; result: ReportedResult }
  /** Accepted. Poll `status` for the result. */
  | { state: 'Pending'; providerId: string }
  /** It is unknown whether the receipt was accepted. Look it up before sending it again. */
  | { state: 'Unknown'; message: string; code?: string }
  | Failed

/** Failure after which the receipt was certainly not fiscalized. */
export interface Failed {
  state: 'Failed'
  /** Code from the provider, or one of the hub's: Unreachable, Limit, NoBasis, HubFault. */
  code: string
  /** Message from the provider. */
  message: string
  next: NextStep
  /** Wait before a retry in ms, if requested by the provider. */
  waitMs?: number
}

/**
 * Next step after a failure. Retry: send the same request later. CloseShift: the shift is longer than 24
 * hours, so close it, then retry. NewExternalId: the provider has rejected the id for good (time-out of ATOL,
 * 524 of OrangeData) and accepts the receipt only under a new one. Person: a user must act, because the same
 * request would fail again.
 */
export type NextStep = 'Retry' | 'CloseShift' | 'NewExternalId' | 'Person'

/** Cash in, cash out, or the end of a shift. */
export interface CashOperation {
  /** Stable id that lets the provider recognize a repeat. */
  externalId: string
  kind: FiscalCashKind
  /** Amount, or 0 for the end of a shift. */
  sum: Amount
  /** Time (UTC, ISO 8601). */
  at: string
}

/** Outcome of a cash operation. After Unknown, the operation is repeated with the same id. */
export type CashOutcome = { state: 'Done' } | Extract<Outcome, { state: 'Unknown' }> | Failed

/** Outcome of a look-up when the provider does not have the receipt, so it can be sent. */
export interface Absent {
  state: 'Absent'
}

interface Capabilities {
  /** True when `send` can return Pending. */
  async: boolean
  /** True when the cash box has shifts that must be closed every 24 hours. */
  needsShift: boolean
  /** True when a return requires the fiscal receipt of its sale. `send` is not called without it. */
  returnNeedsBasis: boolean
  maxLines: number
  /** Hours that the cash register can work offline, or null when it cannot. */
  offlineHours: number | null
}

/** Connection to a cash box. Calls must not overlap. */
export interface FiscalAdapter {
  capabilities: Capabilities
  send(receipt: FiscalReceipt): Promise<Outcome>
  /** Polls the result of a Pending receipt. */
  status(providerId: string): Promise<Outcome>
  /**
   * Looks up a receipt by its external id. Omitted when the provider recognizes a repeated request by its id,
   * so that sending again is safe.
   */
  lookUp?(receipt: FiscalReceipt): Promise<Outcome | Absent>
  /**
   * Closes the open shift and returns null. The next receipt opens a new shift. An already closed shift is
   * not a failure.
   */
  closeShift?(): Promise<Failed | null>
  /** Books a cash operation. Only for providers that keep a cash drawer, as in Kazakhstan. Idempotent. */
  carryOut?(operation: CashOperation): Promise<CashOutcome>
}

export const failed = (code: string | number, message: string, next: NextStep): Failed => ({
  state: 'Failed',
  code: String(code),
  message,
  next,
})
