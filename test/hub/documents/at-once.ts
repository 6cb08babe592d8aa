import type pg from 'pg'
import { sleep } from '#shared/std/retry.ts'

const LOOK_MS = 5

/** Returns the number of database statements that wait for a lock. */
async function waiting(owner: pg.Client): Promise<number> {
  // PostgreSQL caches this view until the end of the transaction.
  await owner.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await owner.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )
  return rows.length
}

/**
 * Starts requests while `owner` holds locks they need in an open transaction. Resolves when `most` of them
 * wait for a lock or all have finished. `ended` contains the indexes of the finished requests.
 */
export async function begin<T>(owner: pg.Client, requests: Promise<T>[], most = requests.length) {
  const ended = new Set<number>()
  for (const [i, request] of requests.entries()) void request.then(() => ended.add(i))
  while (ended.size < requests.length && (await waiting(owner)) < most) await sleep(LOOK_MS)
  return { ended, answers: Promise.all(requests) }
}
