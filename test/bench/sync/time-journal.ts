import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the agent under test with `node --import`: notes when each journal transaction that wrote a sale began
 * and how long it took, and writes that to the file JOURNAL_TIMES when the agent ends.
 */
export interface JournalTime {
  /** Wall time, in milliseconds. */
  at: number
  ms: number
}

const path = process.env.JOURNAL_TIMES
if (isMainThread && path !== undefined) await noteTimes(path)

async function noteTimes(path: string): Promise<void> {
  const { Journal } = await import('#edge/journal/journal.ts')
  const times: JournalTime[] = []
  const { transact } = Journal.prototype
  Journal.prototype.transact = function timed<T>(this: typeof Journal.prototype, work: Work<T>): T {
    const startedAt = performance.now()
    const result = transact.call(this, work) as T
    if (isNewReceipt(result)) {
      times.push({ at: performance.timeOrigin + startedAt, ms: performance.now() - startedAt })
    }
    return result
  }
  process.on('exit', () => writeFileSync(path, JSON.stringify(times)))
}

type Work<T> = Parameters<typeof import('#edge/journal/journal.ts').Journal.prototype.transact<T>>[0]

/** What `payCart` answers from its transaction (edge/features/cart/pay-cart.ts). */
function isNewReceipt(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'isNew' in result && result.isNew === true
}
