/** How many times as long as it may take a side is given before it counts as stuck. */
const PATIENCE = 3

/**
 * Notices a side of the sync of which nothing is heard any more, whatever it hangs on: before each wait and each request
 * a side says how long that may take, and everything it reports on the way shows that it is alive (docs/faults.md F25).
 */
export class Watchdog {
  readonly #atLeastMs: number
  readonly #onStuck: (silentMs: number) => void
  #patienceMs: number | null = null
  #timer: NodeJS.Timeout | undefined

  /** A side is never given less than `atLeastMs`: a short wait says little on a busy computer. */
  constructor(atLeastMs: number, onStuck: (silentMs: number) => void) {
    this.#atLeastMs = atLeastMs
    this.#onStuck = onStuck
  }

  expectWithin(ms: number): void {
    this.#patienceMs = Math.max(this.#atLeastMs, ms * PATIENCE)
    this.touch()
  }

  /** Something was heard. */
  touch(): void {
    clearTimeout(this.#timer)
    const patienceMs = this.#patienceMs
    if (patienceMs !== null) this.#timer = setTimeout(() => this.#onStuck(patienceMs), patienceMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#patienceMs = null
  }
}
