import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPool } from '#hub/db/pool.ts'
import { Database } from '#hub/db/transact.ts'
import { type JobContext, JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'

type Import = JobData['product-import']

/** Wakes the queue, as the sender of a job does, and returns the given result. */
function wakeAnd<Result>(queue: JobQueue, result: Result): Result {
  queue.wake('product-import')
  return result
}

describe('background jobs', () => {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database?.drop())

  /** Opens a queue and a database, as a hub process does. */
  function openProcess() {
    const pool = openPool(must(database).ownerUrl, 3)
    const queue = new JobQueue(pool, pino({ level: 'silent' }))
    onTestFinished(async () => {
      await queue.stop()
      await pool.end()
    })
    return { queue, db: new Database(pool) }
  }

  it('runs a job only after its transaction commits', async () => {
    const { queue, db } = openProcess()
    const done: Import[] = []
    queue.work('product-import', async (data) => void done.push(data))
    const job = { organizationId: newId(), importId: newId(), jobId: newId() }
    await db.transact(job.organizationId, async (tx) => {
      await queue.send(tx, 'product-import', job)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(done).toEqual([])
    })
    await expect.poll(() => wakeAnd(queue, done)).toEqual([job])
  })

  it('discards the jobs of a rolled-back transaction', async () => {
    const { queue, db } = openProcess()
    const done: Import[] = []
    const job = () => ({ organizationId: newId(), importId: newId(), jobId: newId() })
    const failing = db.transact(newId(), async (tx) => {
      await queue.send(tx, 'product-import', job())
      throw new Error('given up')
    })
    await expect(failing).rejects.toThrow('given up')
    const kept = job()
    await db.transact(kept.organizationId, (tx) => queue.send(tx, 'product-import', kept))
    queue.work('product-import', async (data) => void done.push(data))
    await expect.poll(() => done).toEqual([kept])
  })

  it('runs each job in only one of several processes', async () => {
    const processes = [openProcess(), openProcess()]
    const done: string[] = []
    for (const { queue } of processes)
      queue.work('product-import', async ({ importId }) => void done.push(importId))
    const [{ queue, db }] = processes as [ReturnType<typeof openProcess>]
    const ids = Array.from({ length: 6 }, newId)
    for (const importId of ids)
      await db.transact(newId(), (tx) =>
        queue.send(tx, 'product-import', { organizationId: tx.organizationId, importId, jobId: newId() }),
      )
    await expect
      .poll(() => {
        for (const process of processes) process.queue.wake('product-import')
        return [...done].sort()
      })
      .toEqual([...ids].sort())
  })

  it('retries a failed job', async () => {
    const { queue, db } = openProcess()
    const tries: JobContext[] = []
    queue.work('product-import', async (_data, context) => {
      tries.push(context)
      if (tries.length === 1) throw new Error('not now')
    })
    await db.transact(newId(), (tx) =>
      queue.send(tx, 'product-import', {
        organizationId: tx.organizationId,
        importId: newId(),
        jobId: newId(),
      }),
    )
    await expect.poll(() => wakeAnd(queue, tries).length).toBe(2)
    expect(tries[1]).toMatchObject({ retries: 1, isLastTry: false })
  })

  it('stops immediately when no job is running', async () => {
    const { queue, db } = openProcess()
    const done: Import[] = []
    queue.work('product-import', async (data) => void done.push(data))
    const job = { organizationId: newId(), importId: newId(), jobId: newId() }
    await db.transact(job.organizationId, (tx) => queue.send(tx, 'product-import', job))
    await expect.poll(() => wakeAnd(queue, done)).toEqual([job])
    // With fake timers, waiting for running jobs would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await queue.stop()
  })
})
