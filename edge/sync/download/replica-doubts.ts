import { TOLERATED_REFUSALS } from '../hub-link/hub-failure.ts'

/**
 * Reasons to throw the replica away. A damaged replica is discarded at once. In other cases the till uses the
 * old replica until a snapshot has replaced it.
 */
export class ReplicaDoubts {
  #isDamaged = false
  #wantsSnapshot = false
  /** True when the hub has accepted the cursor, or when it was not tried since the start. */
  #isCursorKnown = true
  /** Number of consecutive refusals. */
  #refusals = 0

  get isDamaged(): boolean {
    return this.#isDamaged
  }

  get isCursorKnown(): boolean {
    return this.#isCursorKnown
  }

  get wantsSnapshot(): boolean {
    return this.#wantsSnapshot
  }

  /**
   * True when the download must start over with a snapshot, which needs no local data, because the hub has
   * repeatedly refused it. When the snapshot is refused too, the local data is not the reason, and the cursor
   * is tried again.
   */
  get startsOver(): boolean {
    return this.#refusals > 0 && this.#refusals % (TOLERATED_REFUSALS + 1) === TOLERATED_REFUSALS
  }

  noteDamage(): void {
    this.#isDamaged = true
  }

  noteDiscarded(): void {
    this.#isDamaged = false
  }

  wantSnapshot(): void {
    this.#wantsSnapshot = true
  }

  noteSnapshot(): void {
    this.#isCursorKnown = false
  }

  noteSwapped(): void {
    this.#wantsSnapshot = false
  }

  noteContinued(): void {
    this.#isCursorKnown = true
  }

  noteRefusal(): void {
    this.#refusals++
  }

  noteSuccess(): void {
    this.#refusals = 0
  }
}
