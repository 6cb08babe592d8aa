/** Returns the duration of the work in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Processes items in parallel lanes. Each lane processes one item at a time. */
export async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item, lane: number) => Promise<unknown>,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const item of left) await work(item, lane)
    }),
  )
}
