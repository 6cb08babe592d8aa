/**
 * Waits for independent statements of one transaction. Statements issued in one turn of the event loop are
 * sent together and run in that order. When one fails, this throws only after all have ended, because no
 * statement may run after its transaction has ended.
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
