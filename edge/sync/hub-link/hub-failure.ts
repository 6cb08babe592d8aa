import type { Trouble } from '../../troubles.ts'

/** Reason why an exchange with the hub failed. */
export type HubFailureKind =
  /** No connection could be made. */
  | 'unreachable'
  /** The connection broke during the exchange. */
  | 'broken_off'
  | 'timeout'
  /** Another server responded in place of the hub, such as the login page of the shop's network. */
  | 'captive_portal'
  /** The hub does not accept this device any longer. */
  | 'device_refused'
  | 'too_large'
  | 'bad_request'
  /** The hub failed while processing the request. */
  | 'server_error'
  /** The hub responded but accepted none of the sent items. */
  | 'not_taken'
  /** The hub is overloaded, or the proxy in front of it cannot reach it (429, 502 to 504). */
  | 'unavailable'
  /** The response violates the protocol. */
  | 'protocol'
  /** The hub supports only newer protocols than this agent. */
  | 'agent_too_old'
  /** The hub's certificate is not valid at this computer's time. */
  | 'clock_wrong'

export class HubFailure extends Error {
  readonly kind: HubFailureKind
  /** Delay in ms requested by the hub before the next request, or null. */
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
   * True when the hub refuses this specific request (a 4xx that the protocol does not define). Repeating it
   * unchanged would fail again. Local data sent with it may be the cause.
   */
  get isRefusal(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500 && REFUSALS.includes(this.kind)
  }
}

const REFUSALS: readonly HubFailureKind[] = ['bad_request', 'too_large', 'protocol']

/**
 * Number of consecutive refusals that are tolerated, because a restarting hub or proxy refuses everything for
 * a moment.
 */
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
 * Converts an error of `fetch` or of reading a body. Use it only for those. Any other error is a bug in this
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
