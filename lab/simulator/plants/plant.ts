import type { Planted } from '../../plants/planting.ts'
import type { Check } from '../oracle/coverage.ts'
import { PLANTS } from './plants.ts'

/** A realistic mistake that the simulator must find. */
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
  /** Factors for steps, where the mistake shows only when they are frequent. */
  emphasis?: Record<string, number>
  /** First seed that found it in the latest search, and the number of steps it needed. */
  foundBy: number
  steps: number
  /**
   * Checks that must see it; each check of the oracle belongs to a plant. Without them, the schedule itself
   * must fail.
   */
  seenBy: readonly Check[]
}

export function findPlant(name: string): Plant {
  const plant = PLANTS.find((each) => each.name === name)
  if (!plant) throw new Error(`there is no plant ${name}`)
  return plant
}
