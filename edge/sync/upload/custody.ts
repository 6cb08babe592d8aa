import type { ChainCustody, Directive } from '#shared/sync/upload.ts'

/** Entries of a chain that the hub has lost. */
export interface Loss {
  seqs: number[]
  /** Number above which all entries are lost, or null. */
  above: number | null
}

/**
 * Detects entries that the hub has lost, by comparing its custody with its earlier custody. The custody
 * shrinks after a restore from a backup (docs/sync.md I-18, docs/faults.md F38). A loss is reported once
 * while the hub keeps naming it, so that a faulty hub does not keep the agent busy. A loss that was repaired
 * and occurs again is reported again.
 */
export class LossWatch {
  readonly #last = new Map<string, ChainCustody>()
  #wanted: ReadonlySet<string> = new Set()

  /** Returns the acknowledged items that must be uploaded again, compared with the custody at the last `note`. */
  find(custody: ChainCustody): Loss {
    const last = this.#last.get(custody.chain)
    const named = new Set(last?.holes)
    return {
      seqs: custody.holes.filter((seq) => !named.has(seq)),
      above: custody.highest === last?.highest ? null : custody.highest,
    }
  }

  note(custody: ChainCustody): void {
    this.#last.set(custody.chain, custody)
  }

  /** Returns the chains requested in this response but not in the previous one. */
  findWanted(directives: readonly Directive[]): string[] {
    return wantedOf(directives).filter((chain) => !this.#wanted.has(chain))
  }

  noteWanted(directives: readonly Directive[]): void {
    this.#wanted = new Set(wantedOf(directives))
  }

  /** Returns true when the hub has less of any chain than at the last `note`. */
  isLess(custody: readonly ChainCustody[]): boolean {
    const now = new Map(custody.map((one) => [one.chain, one]))
    return this.#last.values().some((last) => holdsLess(now.get(last.chain) ?? noCustody(last.chain), last))
  }
}

const wantedOf = (directives: readonly Directive[]): string[] =>
  directives.flatMap(({ code, chain }) => (code === 'offer_again' && chain ? [chain] : []))

/** Returns the custody of a chain that the hub does not mention. */
export const noCustody = (chain: string): ChainCustody => ({ chain, watermark: 0, highest: 0, holes: [] })

function holdsLess(now: ChainCustody, last: ChainCustody): boolean {
  if (now.watermark < last.watermark || now.highest < last.highest) return true
  return now.holes.some((seq) => seq <= last.highest && !last.holes.includes(seq))
}
