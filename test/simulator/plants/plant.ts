import type { Planted } from '../../plants/planting.ts'
import type { Check } from '../oracle/sight.ts'
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
  /** Steps that come so many times as often, where the mistake shows only then. */
  emphasis?: Record<string, number>
  /** The first seed that found it when it was last looked for, and how many of its steps that took. */
  foundBy: number
  steps: number
  /** These must see it; each check of the oracle is one of a plant. Without: the schedule itself does. */
  seenBy: readonly Check[]
}

export function findPlant(name: string): Plant {
  const plant = PLANTS.find((each) => each.name === name)
  if (!plant) throw new Error(`there is no plant ${name}`)
  return plant
}
