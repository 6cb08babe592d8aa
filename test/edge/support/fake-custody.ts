import type { ChainCustody, RawItem, UploadItem } from '#shared/sync/upload.ts'

/** Items in the custody of the fake hub, by chain. */
export class FakeCustody {
  readonly #deviceId: string
  readonly #ids = new Set<string>()
  readonly #seqs = new Map<string, Set<number>>()

  constructor(deviceId: string) {
    this.#deviceId = deviceId
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  take({ id, seq, chain }: UploadItem | RawItem): void {
    this.#ids.add(id)
    if (seq === undefined) return
    const seqs = this.#seqs.get(chain ?? this.#deviceId) ?? new Set()
    this.#seqs.set(chain ?? this.#deviceId, seqs.add(seq))
  }

  list(): ChainCustody[] {
    return [...this.#seqs].map(([chain, seqs]) => {
      const highest = Math.max(0, ...seqs)
      const missing = Array.from({ length: highest }, (_, index) => index + 1).filter((n) => !seqs.has(n))
      return { chain, watermark: (missing[0] ?? highest + 1) - 1, highest, holes: missing.slice(0, 100) }
    })
  }

  copy(): FakeCustody {
    const copy = new FakeCustody(this.#deviceId)
    for (const id of this.#ids) copy.#ids.add(id)
    for (const [chain, seqs] of this.#seqs) copy.#seqs.set(chain, new Set(seqs))
    return copy
  }
}
