import { useEffect, useState } from 'react'
import { RECENT_SALES, type RecentSale } from '#shared/contracts/dashboard/dashboard.ts'
import { sleep } from '#shared/std/retry.ts'
import { call, openEvents } from '../api/call.ts'
import { readEvents } from '../api/events.ts'

const SHOWN = 10
/** Delays in ms: AGAIN_MS before the stream is reconnected, POLL_MS between requests while there is no stream. */
const AGAIN_MS = 2000
const POLL_MS = 10_000

/**
 * Returns the latest receipts, updated live by server-sent events. Where these are blocked, polls until they
 * work. Undefined until the first response.
 */
export function useRecentSales(): RecentSale[] | undefined {
  const [sales, setSales] = useState<RecentSale[]>()
  useEffect(() => {
    const leaving = new AbortController()
    const take = (more: readonly RecentSale[]): void => setSales((before = []) => merge(before, more))
    void follow(take, leaving.signal)
    return () => leaving.abort()
  }, [])
  return sales
}

/**
 * Requests the sales once, then follows the stream until it ends. Repeats this, with a shorter delay if the
 * stream has worked.
 */
async function follow(take: (more: readonly RecentSale[]) => void, signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined
  while (!signal.aborted) {
    let pause = POLL_MS
    try {
      take((await call(RECENT_SALES, { query: { limit: SHOWN }, signal })).items)
      for await (const { id, data } of readEvents(await openEvents(RECENT_SALES, { lastEventId, signal }))) {
        lastEventId = id
        take([JSON.parse(data) as RecentSale])
      }
      pause = AGAIN_MS
    } catch {
      // The hub is unreachable, or the network blocks streams. Retry after a delay.
    }
    await sleep(pause, signal)
  }
}

/** Merges sales, latest first. Duplicates are removed. */
function merge(before: readonly RecentSale[], more: readonly RecentSale[]): RecentSale[] {
  const byId = new Map([...before, ...more].map((sale) => [sale.id, sale]))
  return [...byId.values()].toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, SHOWN)
}
