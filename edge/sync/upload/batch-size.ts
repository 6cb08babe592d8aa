import { UPLOAD_MAX_ITEMS } from '#shared/sync/upload.ts'
import type { HubFailureKind } from '../hub-link/hub-failure.ts'

/** Failures that can be caused by the content of a batch, not by the connection. */
const FAULT_OF_CONTENT: readonly HubFailureKind[] = ['too_large', 'timeout', 'server_error', 'bad_request']

export interface Verdict {
  /** True when the items of the failed batch must wait until the others are sent. */
  setAside: boolean
  /** True when the search for a bad item continues. A delay would only slow down the good items. */
  isSearching: boolean
}

/**
 * Size of the next batch. A batch that may have failed because of its content is halved until the bad item is
 * alone. That item is set aside, and the others are sent in full batches again.
 */
export class BatchSize {
  #max = UPLOAD_MAX_ITEMS
  /** Number of items at the head of the queue that failed together. */
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
    // A connection that keeps breaking can carry only small batches.
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
