import type { RecentSale } from '#shared/contracts/dashboard/dashboard.ts'
import { sleep } from '#shared/std/retry.ts'

const EVERY_MS = 2000
const SILENCE_MS = 15_000
/** Lifetime of a connection. The client then reconnects with a fresh token. */
const LASTS_MS = 5 * 60_000
/** Overlap with receipts already sent. Receipts can be posted some minutes after the sale, and out of order. */
const OVERLAP_MS = 10 * 60_000

interface Stream {
  /** `Last-Event-ID` header of the client, if any. */
  lastEventId: string | undefined
  /** Factor for all waits, reduced in tests. */
  pace: number
  stopping: AbortSignal
  read(since: Date | undefined): Promise<RecentSale[]>
}

/**
 * Returns server-sent events (WHATWG HTML): one `sale` event for each receipt, oldest first, beginning with
 * the latest receipts. A client that reconnects with the id of its last event gets later receipts, and again
 * a few earlier ones, which it recognizes by their ids. The hub keeps no state between connections, so any
 * hub process can continue the stream.
 */
export function streamOfSales({ lastEventId, pace, stopping, read }: Stream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const closing = new AbortController()
  const signal = AbortSignal.any([stopping, closing.signal])
  const sent = new Set<string>()
  let since = momentOf(lastEventId)
  const endsAt = Date.now() + LASTS_MS
  let quietSince = Date.now()
  const next = async (): Promise<string> => {
    const sales = (await read(since)).filter(({ id }) => !sent.has(id)).reverse()
    for (const { id } of sales) sent.add(id)
    const last = sales.at(-1)
    if (last) since = new Date(Date.parse(last.date) - OVERLAP_MS)
    return sales.map(eventOf).join('')
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(`retry: ${EVERY_MS}\n\n`)),
      pull: async (controller) => {
        while (!signal.aborted && Date.now() < endsAt) {
          const text = await next()
          if (text !== '' || Date.now() - quietSince > SILENCE_MS) {
            quietSince = Date.now()
            controller.enqueue(encoder.encode(text || ': still here\n\n'))
            return
          }
          await sleep(EVERY_MS * pace, signal)
        }
        if (!closing.signal.aborted) controller.close()
      },
      cancel: () => closing.abort(),
    },
    { highWaterMark: 0 },
  )
}

/** Returns the event of a receipt. The event id consists of the time of sale and the receipt id. */
const eventOf = (sale: RecentSale): string =>
  `id: ${Date.parse(sale.date)}-${sale.id}\nevent: sale\ndata: ${JSON.stringify(sale)}\n\n`

function momentOf(lastEventId: string | undefined): Date | undefined {
  const ms = Number(/^(\d{1,15})-/.exec(lastEventId ?? '')?.[1] ?? Number.NaN)
  return ms <= 8.64e15 ? new Date(Math.max(ms - OVERLAP_MS, 0)) : undefined
}
