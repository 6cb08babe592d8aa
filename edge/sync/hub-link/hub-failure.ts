import type { Trouble } from '../../troubles.ts'

/** Reason why an exchange with the hub failed. */
export type HubFailureKind =
  /** No connection. */
  | 'unreachable'
  /** A connection that broke. */
  | 'broken_off'
  | 'timeout'
  /** Another server answers in place of the hub: the login page of a shop's network. */
  | 'captive_portal'
  /** The hub no longer accepts this device. */
  | 'device_refused'
  | 'too_large'
  | 'bad_request'
  /** The hub failed on this request. */
  | 'server_error'
  /** The hub answered but accepted none of the sent items. */
  | 'not_taken'
  /** The hub, or the proxy in front of it, asks to retry later. */
  | 'unavailable'
  /** A violation of the protocol. */
  | 'protocol'
  /** The hub speaks only newer protocols than this agent. */
  | 'agent_too_old'
  /** The certificate of the hub is not valid at the time of this computer. */
  | 'clock_wrong'

export class HubFailure extends Error {
  readonly kind: HubFailureKind
  /** Time before which the hub does not want another request. */
  readonly retryAfterMs: number | null
  /** Status of the response, if there was one. */
  readonly status: number | null

  constructor(
    kind: HubFailureKind,
    message: string,
    { retryAfterMs = null, status = null }: { retryAfterMs?: number | null; status?: number | null } = {},
  ) {
    super(message)
    this.name = 'HubFailure'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.status = status
  }

  /**
   * True when the hub refuses this very request (a 4xx that the protocol does not define): repeated
   * unchanged, it would be refused again. Local data sent with it may be the reason.
   */
  get isRefusal(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500 && REFUSALS.includes(this.kind)
  }
}

const REFUSALS: readonly HubFailureKind[] = ['bad_request', 'too_large', 'protocol']

/** Number of refusals in a row that are tolerated: a hub or a proxy that restarts refuses everything for a moment. */
export const TOLERATED_REFUSALS = 2

export const isRefusal = (error: unknown): error is HubFailure =>
  error instanceof HubFailure && error.isRefusal

const CODES: Record<HubFailureKind, Trouble['code']> = {
  unreachable: 'hub_unreachable',
  broken_off: 'hub_unreachable',
  timeout: 'hub_unreachable',
  captive_portal: 'captive_portal',
  device_refused: 'hub_refused_device',
  too_large: 'hub_error',
  bad_request: 'hub_error',
  server_error: 'hub_error',
  not_taken: 'hub_error',
  unavailable: 'hub_error',
  protocol: 'hub_error',
  agent_too_old: 'agent_too_old',
  clock_wrong: 'clock_wrong',
}

export function troubleOf({
  kind,
  message,
  isRefusal,
}: Pick<HubFailure, 'kind' | 'message' | 'isRefusal'>): Trouble {
  const detail = isRefusal ? `${message}: the request starts over` : message
  return { code: CODES[kind], detail }
}

const CERTIFICATE_DATE = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']

const BROKEN_OFF = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Converts an error of `fetch` or of reading a body. Use it only for those: any other error is a bug of this
 * program.
 */
export function failureOf(error: unknown): HubFailure {
  if (error instanceof HubFailure) return error
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return new HubFailure('timeout', 'The hub did not answer in time')
  const { code, message: causeMessage } = (cause ?? {}) as NodeJS.ErrnoException
  if (code && CERTIFICATE_DATE.includes(code)) {
    return new HubFailure('clock_wrong', `The hub's certificate is not valid today by this clock (${code})`)
  }
  const kind = code && BROKEN_OFF.includes(code) ? 'broken_off' : 'unreachable'
  return new HubFailure(kind, causeMessage || code || message)
}
