import { Socket } from 'node:net'

/** Whatever is written to it in one turn of the event loop goes out together: a packet, not one for each statement. */
export class GatheringSocket extends Socket {
  #isGathering = false

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true
      this.cork()
      process.nextTick(() => {
        this.#isGathering = false
        this.uncork()
      })
    }
    return super.write(chunk, ...(rest as []))
  }
}
