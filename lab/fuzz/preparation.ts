import type { Random } from '#test/support/random.ts'
import type { Draft } from './draft.ts'
import type { Tree } from './json-text.ts'
import type { World } from './world.ts'

export interface Caller {
  /** Sends a request as the usual actor of an operation, outside of the run. */
  ask(path: string, method?: string, body?: object): Promise<{ status: number; body: unknown }>
  /** Sends the draft unchanged. */
  send(draft: Draft): Promise<{ status: number; body: unknown }>
}

export type Members = { [name: string]: Tree }
/** Turns a draft that its schemas allow into one that should succeed. */
export type Preparation = (draft: Draft, world: World, random: Random, caller: Caller) => unknown
