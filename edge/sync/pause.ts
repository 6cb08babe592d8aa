/** A wait that other code can end early. */
export class Pause {
  #end: (() => void) | null = null

  /**
   * Waits for `ms`, for `end()` or for the signal, whichever comes first. When `ms` is null, waits only for
   * the other two.
   */
  wait(ms: number | null, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#end = null
        resolve()
      }
      const timer = ms === null ? undefined : setTimeout(done, ms)
      signal.addEventListener('abort', done)
      this.#end = done
    })
  }

  end(): void {
    this.#end?.()
  }
}
