import { UPLOAD_MAX_ITEMS } from '#shared/sync/upload.ts'
import type { HubFailureKind } from '../hub-link/hub-failure.ts'

/** The failures that may be the fault of what was sent, and not of the line. */
const FAULT_OF_CONTENT: readonly HubFailureKind[] = ['too_large', 'timeout', 'server_error', 'bad_request']

export interface Verdict {
  /** The items of the failed batch wait until the others have been sent. */
  setAside: boolean
  /** The search for a bad item goes on: waiting would only hold up the good ones. */
  isSearching: boolean
}

/**
 * How many items the next batch may hold. A batch that may have failed by its content is halved until the bad item
 * stands alone; it steps aside, and its neighbours are sent in full batches again.
 */
export class BatchSize {
  #max = UPLOAD_MAX_ITEMS
  /** So many of the next items have failed together. */
  #suspects = 0

  get next(): number {
    return this.#suspects > 0 ? Math.min(this.#max, Math.ceil(this.#suspects / 2)) : this.#max
  }

  succeeded(sent: number): void {
    this.#suspects = Math.max(0, this.#suspects - sent)
    if (this.#suspects === 0) this.#max = Math.min(UPLOAD_MAX_ITEMS, Math.max(1, this.#max) * 2)
  }

  failed(kind: HubFailureKind, sent: number): Verdict {
    if (kind === 'not_taken') return { setAside: true, isSearching: false }
    // A line that breaks again and again carries a little at a time.
    if (kind === 'broken_off' && sent > 1) this.#max = Math.floor(sent / 2)
    if (!FAULT_OF_CONTENT.includes(kind) || sent === 0) return { setAside: false, isSearching: false }
    if (sent === 1) {
      this.#max = UPLOAD_MAX_ITEMS
      this.#suspects = 0
      return { setAside: true, isSearching: false }
    }
    const isSearching = this.#suspects > 0
    this.#suspects = sent
    this.#max = Math.floor(sent / 2)
    return { setAside: false, isSearching }
  }
}
