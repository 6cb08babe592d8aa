import type { FiscalCashKind } from '#shared/contracts/sales/fiscal-cash.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { FiscalReceipt, ReportedResult } from './receipt.ts'

/** State of a sent receipt as far as the provider reports it. */
export type Outcome =
  | { state: 'Done'; result: ReportedResult }
  /** Accepted: poll `status` for the result. */
  | { state: 'Pending'; providerId: string }
  /** Acceptance is unknown: look it up before sending it again. */
  | { state: 'Unknown'; message: string; code?: string }
  | Failed

/** Receipt that was certainly not fiscalised. */
export interface Failed {
  state: 'Failed'
  /** Code of the provider, or one of the hub: Unreachable, Limit, NoBasis, HubFault. */
  code: string
  /** Message of the provider. */
  message: string
  next: NextStep
  /** Wait that the provider requests before a Retry, in milliseconds. */
  waitMs?: number
}

/**
 * Way to fix a failure. Retry: the same request later. CloseShift: the shift is longer than 24 hours; close
 * it, then retry. NewExternalId: the provider has given up the id for good (time-out of ATOL, 524 of
 * OrangeData) and takes the receipt only under another one. Person: the same request would fail again.
 */
export type NextStep = 'Retry' | 'CloseShift' | 'NewExternalId' | 'Person'

/** Money put into or taken out of the drawer without a receipt, or the end of the shift. */
export interface CashOperation {
  /** Stable id, by which the provider recognizes a retry of the operation. */
  externalId: string
  kind: FiscalCashKind
  /** Sum; 0 for the end of a shift. */
  sum: Amount
  /** Moment, UTC, ISO 8601. */
  at: string
}

/** Outcome of a cash operation. After Unknown it is requested again with the same id. */
export type CashOutcome = { state: 'Done' } | Extract<Outcome, { state: 'Unknown' }> | Failed

/** Outcome of a look-up when the provider does not know the receipt: it may be sent. */
export interface Absent {
  state: 'Absent'
}

interface Capabilities {
  /** True when `send` may return Pending. */
  async: boolean
  /** True when the cash box has shifts, which must be closed every 24 hours. */
  needsShift: boolean
  /** True when the provider refuses a return whose sale it does not know: `send` is not called with one. */
  returnNeedsBasis: boolean
  maxLines: number
  /** Hours that the cash register may work without the authority; null when it cannot. */
  offlineHours: number | null
}

/** Cash box of a provider. Requests are sequential: `send` is not called while another one is running. */
export interface FiscalAdapter {
  capabilities: Capabilities
  send(receipt: FiscalReceipt): Promise<Outcome>
  /** Returns the result of a Pending receipt. */
  status(providerId: string): Promise<Outcome>
  /**
   * Looks the receipt up by external id. Omitted: the provider recognizes a repeated request by its id, so
   * sending again is safe.
   */
  lookUp?(receipt: FiscalReceipt): Promise<Outcome | Absent>
  /**
   * Closes the open shift and returns null; the next receipt opens a shift. An already closed shift is no
   * failure.
   */
  closeShift?(): Promise<Failed | null>
  /** Books a cash operation. Only for providers that keep a drawer, in Kazakhstan. A repeat books nothing twice. */
  carryOut?(operation: CashOperation): Promise<CashOutcome>
}

export const failed = (code: string | number, message: string, next: NextStep): Failed => ({
  state: 'Failed',
  code: String(code),
  message,
  next,
})
