/** Multiple of the announced duration after which a direction counts as stuck. */
const PATIENCE = 3

/**
 * Detects a sync direction that is stuck, no matter where. Before each wait and each request, the direction
 * announces the expected duration. All its reports in the meantime count as signs of life (docs/faults.md
 * F25).
 */
export class Watchdog {
  readonly #atLeastMs: number
  readonly #onStuck: (silentMs: number) => void
  #patienceMs: number | null = null
  #timer: NodeJS.Timeout | undefined

  /**
   * Creates a watchdog. A direction always gets at least `atLeastMs`, because short delays are normal on a
   * busy computer.
   */
  constructor(atLeastMs: number, onStuck: (silentMs: number) => void) {
    this.#atLeastMs = atLeastMs
    this.#onStuck = onStuck
  }

  expectWithin(ms: number): void {
    this.#patienceMs = Math.max(this.#atLeastMs, ms * PATIENCE)
    this.touch()
  }

  /** Records a sign of life. */
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
