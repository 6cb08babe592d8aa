import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Preload module for the agent under test (`node --import`). Records start and duration of each journal
 * transaction with a sale, and writes them to the file JOURNAL_TIMES when the agent ends.
 */
export interface JournalTime {
  /** Wall-clock time in ms. */
  at: number
  ms: number
}

const path = process.env.JOURNAL_TIMES
if (isMainThread && path !== undefined) await noteTimes(path)

async function noteTimes(path: string): Promise<void> {
  const { Journal } = await import('#edge/journal/journal.ts')
  const { ReceiptsWriter } = await import('#edge/journal/receipts.ts')
  const times: JournalTime[] = []
  let files = false
  const { add } = ReceiptsWriter.prototype
  ReceiptsWriter.prototype.add = function noted(...receipt) {
    files = true
    add.apply(this, receipt)
  }
  const { transact } = Journal.prototype
  Journal.prototype.transact = function timed<T>(this: typeof Journal.prototype, work: Work<T>): T {
    files = false
    const startedAt = performance.now()
    const result = transact.call(this, work) as T
    if (files) times.push({ at: performance.timeOrigin + startedAt, ms: performance.now() - startedAt })
    return result
  }
  process.on('exit', () => writeFileSync(path, JSON.stringify(times)))
}

type Work<T> = Parameters<typeof import('#edge/journal/journal.ts').Journal.prototype.transact<T>>[0]
