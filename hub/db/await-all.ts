/**
 * Waits for statements of one transaction that do not depend on each other. Sent in one turn of the event
 * loop, they go out together and run in the order of sending. When one fails, this throws only after all have
 * ended: no statement may run in a transaction that is over.
 */
export async function awaitAll<const Work extends readonly unknown[]>(
  ...work: Work
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  try {
    return await Promise.all(work)
  } catch (error) {
    await Promise.allSettled(work)
    throw error
  }
}
