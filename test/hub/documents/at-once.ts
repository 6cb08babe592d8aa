import type pg from 'pg'
import { sleep } from '#shared/std/retry.ts'

const LOOK_MS = 5

/** How many statements of the database wait for a lock. */
async function waiting(owner: pg.Client): Promise<number> {
  // What it tells stays the same throughout a transaction otherwise.
  await owner.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await owner.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )
  return rows.length
}

/**
 * Begins requests while `owner` holds what they need, in a transaction that is open. Answers once so many of them wait in
 * the database, or each has its answer; `ended` tells which have.
 */
export async function begin<T>(owner: pg.Client, requests: Promise<T>[], most = requests.length) {
  const ended = new Set<number>()
  for (const [i, request] of requests.entries()) void request.then(() => ended.add(i))
  while (ended.size < requests.length && (await waiting(owner)) < most) await sleep(LOOK_MS)
  return { ended, answers: Promise.all(requests) }
}
