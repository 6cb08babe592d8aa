import type { Random } from '#test/support/random.ts'
import type { Draft } from '../draft.ts'

/** Changes the draft and returns a description, or undefined when the mutation does not apply. */
export type Mutation = (draft: Draft, random: Random, ground: Ground) => string | undefined

export interface Ground {
  /** Ids of records of another organization. */
  foreignIds: readonly string[]
}

export type Weighted = readonly (readonly [mutation: Mutation, weight: number])[]
