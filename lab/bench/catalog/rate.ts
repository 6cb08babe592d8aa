/** Returns the items per second while `work` processes `count` items. */
export async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (count * 1000) / (performance.now() - startedAt)
}
