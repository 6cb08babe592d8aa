import type { Random } from '#test/support/random.ts'
import type { Draft } from './draft.ts'
import type { Tree } from './json-text.ts'
import type { World } from './world.ts'

export interface Caller {
  /** Sends a request as the usual actor of its operation, in addition to the requests of the run. */
  ask(path: string, method?: string, body?: object): Promise<{ status: number; body: unknown }>
  /** Sends the draft without mutations. */
  send(draft: Draft): Promise<{ status: number; body: unknown }>
}

export type Members = { [name: string]: Tree }
/** Changes a draft that is valid by its schemas so that the request should succeed. */
export type Preparation = (draft: Draft, world: World, random: Random, caller: Caller) => unknown
