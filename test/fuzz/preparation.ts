import type { Random } from '#test/support/random.ts'
import type { Draft } from './draft.ts'
import type { Tree } from './json-text.ts'
import type { World } from './world.ts'

export interface Asker {
  /** Asks as the usual actor of an operation would, outside of the run. */
  ask(path: string, method?: string, body?: object): Promise<{ status: number; body: unknown }>
  /** Sends it as it is. */
  send(draft: Draft): Promise<{ status: number; body: unknown }>
}

export type Members = { [name: string]: Tree }
/** Makes of a draft that its schemas allow one that should work. */
export type Preparation = (draft: Draft, world: World, random: Random, asker: Asker) => unknown
