import { HubFailure } from './hub-failure.ts'

/** True when the hub refuses the device with this status of a request. */
export const isDeviceRefused = (status: number): boolean => status === 401 || status === 403

/**
 * True when the hub gives this device no token: it is revoked, or its credential is wrong. A proxy between
 * the two refuses without JSON.
 */
export const isTokenRefused = (response: Response): boolean =>
  (response.status === 400 || response.status === 401) &&
  /\bjson\b/i.test(response.headers.get('Content-Type') ?? '')

/** Returns the failure of a device without a token; `answer` is the body of the refusal. */
export function deviceRefused(response: Response, answer: unknown): HubFailure {
  const { error } = (answer ?? {}) as { error?: unknown }
  return new HubFailure('device_refused', `The hub refused this device: ${error ?? response.status}`)
}
