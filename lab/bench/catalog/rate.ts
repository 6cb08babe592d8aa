/** Returns the items per second when `work` processes `count` of them. */
export async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (count * 1000) / (performance.now() - startedAt)
}
