import { route, router } from '#hub/http/route.ts'
import { RECENT_SALES, RecentSales } from '#shared/contracts/dashboard/dashboard.ts'
import { listRecentSales } from './recent-sales.ts'
import { streamOfSales } from './stream.ts'

const STREAM = 'text/event-stream'
/** Maximum number of receipts sent to a reconnecting client. */
const MOST_AT_ONCE = 500

const recent = route({
  ...RECENT_SALES,
  may: 'sales.view',
  stores: 'own',
  tag: 'Dashboard',
  summary: 'List the last posted receipts, including returns',
  description:
    `With \`Accept: ${STREAM}\` sends an event for each new receipt. A client that reconnects names its last event ` +
    'in `Last-Event-ID`, and gets later receipts and a few earlier ones again, which it recognizes by their ids.',
  answers: { 200: null },
  streams: STREAM,
  alsoJson: RecentSales,
})

export const recentSalesRoutes = router().openapi(recent, async (c) => {
  const query = c.req.valid('query')
  if (!c.req.header('Accept')?.includes(STREAM))
    return c.json({ items: await c.var.read((tx) => listRecentSales(tx, query)) }, 200)
  const { pace, stopping } = c.get('hub')
  const stream = streamOfSales({
    pace,
    stopping,
    lastEventId: c.req.header('Last-Event-ID'),
    read: (since) =>
      c.var.read((tx) => listRecentSales(tx, { ...query, since, limit: since ? MOST_AT_ONCE : query.limit })),
  })
  return c.body(stream, 200, {
    'Content-Type': STREAM,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
})
