/**
 * Waits for statements of one transaction that do not wait for each other: sent in one turn, they go out together and
 * run in the order in which they were sent. When one fails, all have ended before this throws, as nothing may go on in a
 * transaction that is over.
 */
export async function together<const Work extends readonly unknown[]>(
  ...work: Work
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  try {
    return await Promise.all(work)
  } catch (error) {
    await Promise.allSettled(work)
    throw error
  }
}
