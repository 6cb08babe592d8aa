/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Each lane works on one item at a time and takes the next when it has done. */
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
