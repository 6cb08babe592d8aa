import type { Planted } from '../../plants/planting.ts'
import type { Check } from '../oracle/coverage.ts'
import { PLANTS } from './plants.ts'

/** A realistic mistake that the simulator must detect. */
export interface Plant extends Planted {
  about:
    | 'cursor'
    | 'outbox'
    | 'ack'
    | 'dedup'
    | 'numbering'
    | 'swap'
    | 'counter'
    | 'clock'
    | 'posting'
    | 'shifts'
    | 'stock'
    | 'reading'
    | 'receipts'
    | 'points'
    | 'vouchers'
    | 'fiscal'
  mistake: string
  /** Frequency factors for steps, when the mistake is revealed only by frequent ones. */
  emphasis?: Record<string, number>
  /** First seed that detected the mistake in the latest search. `steps` is the number of steps that it needed. */
  foundBy: number
  steps: number
  /**
   * Checks that must detect the mistake. Each check of the oracle is assigned to at least one plant. When
   * empty, the schedule itself must fail.
   */
  seenBy: readonly Check[]
}

export function findPlant(name: string): Plant {
  const plant = PLANTS.find((each) => each.name === name)
  if (!plant) throw new Error(`there is no plant ${name}`)
  return plant
}
