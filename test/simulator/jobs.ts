import type { Shop } from './world/shop.ts'

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
  steps: number
  faults: Record<string, number>
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
