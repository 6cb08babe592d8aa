import { HubFailure } from './hub-failure.ts'

/** True for a response status by which the hub refuses the device. */
export const isDeviceRefused = (status: number): boolean => status === 401 || status === 403

/**
 * True when the hub gives this device no token, because it is revoked or its credential is wrong. A refusal
 * without JSON comes from a proxy in between.
 */
export const isTokenRefused = (response: Response): boolean =>
  (response.status === 400 || response.status === 401) &&
  /\bjson\b/i.test(response.headers.get('Content-Type') ?? '')

/** Returns the failure for a device that gets no token. `answer` is the body of the refusal. */
export function deviceRefused(response: Response, answer: unknown): HubFailure {
  const { error } = (answer ?? {}) as { error?: unknown }
  return new HubFailure('device_refused', `The hub refused this device: ${error ?? response.status}`)
}
