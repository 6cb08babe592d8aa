/** Multiple of the announced duration after which a side counts as stuck. */
const PATIENCE = 3

/**
 * Detects a side of the sync that has gone silent, no matter where it hangs: before each wait and each
 * request a side announces its duration, and everything that it reports meanwhile shows that it is alive
 * (docs/faults.md F25).
 */
export class Watchdog {
  readonly #atLeastMs: number
  readonly #onStuck: (silentMs: number) => void
  #patienceMs: number | null = null
  #timer: NodeJS.Timeout | undefined

  /** Creates a watchdog. A side always gets at least `atLeastMs`: on a busy computer a short wait proves little. */
  constructor(atLeastMs: number, onStuck: (silentMs: number) => void) {
    this.#atLeastMs = atLeastMs
    this.#onStuck = onStuck
  }

  expectWithin(ms: number): void {
    this.#patienceMs = Math.max(this.#atLeastMs, ms * PATIENCE)
    this.touch()
  }

  /** Notes a sign of life. */
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
