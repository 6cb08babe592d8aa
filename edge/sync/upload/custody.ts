import type { ChainCustody, Directive } from '#shared/sync/upload.ts'

/** What the hub misses of a chain. */
export interface Loss {
  seqs: number[]
  /** All that is above this number; null: nothing. */
  above: number | null
}

/**
 * Compares what the hub holds with what it held, as it is less after a restore from a backup (docs/sync.md I-18,
 * docs/faults.md F38). A loss counts once for as long as the hub goes on naming it: a confused hub does not keep us
 * busy, and what was healed and is lost again counts again.
 */
export class LossWatch {
  readonly #last = new Map<string, ChainCustody>()
  #wanted: ReadonlySet<string> = new Set()

  /** What is to be offered again, of what was acknowledged, since the last `note`. */
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

  /** The chains that this answer asks for, and the one before did not. */
  findWanted(directives: readonly Directive[]): string[] {
    return wantedOf(directives).filter((chain) => !this.#wanted.has(chain))
  }

  noteWanted(directives: readonly Directive[]): void {
    this.#wanted = new Set(wantedOf(directives))
  }

  /** Whether the hub holds less of a chain than at the last `note`. */
  isLess(custody: readonly ChainCustody[]): boolean {
    const now = new Map(custody.map((one) => [one.chain, one]))
    return this.#last.values().some((last) => holdsLess(now.get(last.chain) ?? noCustody(last.chain), last))
  }
}

const wantedOf = (directives: readonly Directive[]): string[] =>
  directives.flatMap(({ code, chain }) => (code === 'offer_again' && chain ? [chain] : []))

/** What the hub holds of a chain that it does not mention. */
export const noCustody = (chain: string): ChainCustody => ({ chain, watermark: 0, highest: 0, holes: [] })

function holdsLess(now: ChainCustody, last: ChainCustody): boolean {
  if (now.watermark < last.watermark || now.highest < last.highest) return true
  return now.holes.some((seq) => seq <= last.highest && !last.holes.includes(seq))
}
