import { setImmediate } from 'node:timers/promises'
import { portions } from '#hub/db/records.ts'

const TURN_ITEMS = 500

/** Yields batches of a long list. Lets other work of the process run before each batch. */
export async function* inBatches<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (const portion of portions(items, TURN_ITEMS)) {
    await setImmediate()
    yield portion
  }
}
