import type { Compared } from './oracle/sight.ts'
import type { Tallies } from './schedule/deeds.ts'
import type { Shop } from './world/shop.ts'
import type { Breaks } from './world/world.ts'

export interface Size {
  hub: number
  agents: number
  tills: number
  steps: number
}

/** What the parent asks of a worker. */
export type Job =
  | { type: 'furnish'; plant?: undefined; size: Size; templateUrl: string; folder: string }
  | {
      type: 'seed'
      plant: string | undefined
      /** The plant whose emphasis the schedule has, planted or not. */
      scheduleOf: string | undefined
      /** How much more often than usual a kind of step comes, besides the emphasis of the plant. */
      emphasis: Record<string, number>
      breaks: Breaks
      seed: number
      size: Size
      shop: Shop
      folder: string
    }

export interface SeedReport {
  seed: number
  /** What the oracle missed; empty when all is well. */
  failures: string[]
  sales: number
  returns: number
  shifts: number
  steps: number
  faults: Record<string, number>
  deeds: Tallies
  compared: Compared
  /** The checks that missed something. */
  foundBy: string[]
  lost: number
  doubled: number
  missed: number
  stuck: number
  traceHash: string
  trace: string[]
  realMs: number
  virtualMs: number
}

export type Result =
  | { type: 'furnished'; shop: Shop }
  | { type: 'seed'; report: SeedReport }
  | { type: 'broken'; message: string }
