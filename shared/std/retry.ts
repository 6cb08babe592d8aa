/**
 * Waits for `ms` milliseconds, or until the signal aborts. Resolves in both cases, so the caller must check
 * the signal.
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}

/**
 * Returns the wait after the nth consecutive failure (n from 1): exponential back-off from baseMs to maxMs,
 * reduced at random by up to half (jitter), so that agents do not retry at the same time.
 */
export function backoffMs(failures: number, baseMs: number, maxMs: number): number {
  const full = Math.min(maxMs, baseMs * 2 ** (failures - 1))
  return full - (Math.random() * full) / 2
}
