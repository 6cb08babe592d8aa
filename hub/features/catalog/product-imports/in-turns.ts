import { setImmediate } from 'node:timers/promises'
import { portions } from '#hub/db/records.ts'

const TURN_ITEMS = 500

/** Portions of a long list, with a turn for the others of the process before each. */
export async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (const portion of portions(items, TURN_ITEMS)) {
    await setImmediate()
    yield portion
  }
}
