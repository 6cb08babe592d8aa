import type { Compared } from './oracle/coverage.ts'
import type { Tallies } from './schedule/actions.ts'
import type { Shop } from './world/shop.ts'
import type { Breaks } from './world/world.ts'

export interface Size {
  hub: number
  agents: number
  tills: number
  steps: number
}

/** Request sent by the parent process to a worker. */
export type Job =
  | { type: 'furnish'; plant?: undefined; size: Size; templateUrl: string; folder: string }
  | {
      type: 'seed'
      plant: string | undefined
      /** Plant whose emphasis is used for the schedule, even if the mistake is not planted. */
      scheduleOf: string | undefined
      /** Factors for the frequency of steps, in addition to the emphasis of the plant. */
      emphasis: Record<string, number>
      breaks: Breaks
      seed: number
      size: Size
      shop: Shop
      folder: string
    }

export interface SeedReport {
  seed: number
  /** Findings of the oracle, empty when there are none. */
  failures: string[]
  sales: number
  returns: number
  shifts: number
  steps: number
  faults: Record<string, number>
  actions: Tallies
  compared: Compared
  /** Checks that reported findings. */
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
