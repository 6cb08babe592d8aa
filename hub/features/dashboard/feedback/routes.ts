import { desc } from 'drizzle-orm'
import { feedback } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, listRoute, PLATFORM } from '#hub/http/operations.ts'
import { FEEDBACK, SEND_FEEDBACK } from '#shared/contracts/dashboard/feedback.ts'
import { sendFeedback } from './send-feedback.ts'

export const feedbackRoutes = area(
  actionRoute({
    ...SEND_FEEDBACK,
    may: 'signed-in',
    stores: 'none',
    provedAddress: false,
    tag: 'Dashboard',
    summary: 'Send feedback to the operators of the platform',
    status: 201,
    command: (tx, { body, actor, hub }) => sendFeedback(tx, hub.jobs, body, actor),
    present: (sent) => sent,
    afterwards: (hub) => hub.jobs.wake('mail'),
  }),
  listRoute(
    {
      ...FEEDBACK,
      may: 'super-admin',
      tag: 'Platform: dashboard',
      summary: 'List feedback, the latest first',
      list: listFeedback,
      present: (row) => row,
    },
    PLATFORM,
  ),
)

async function listFeedback(tx: PlatformTx, { page, pageSize }: { page: number; pageSize: number }) {
  const rows = await tx
    .select()
    .from(feedback)
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return {
    rows: rows.map(({ accountId: _, fromOrganizationId, createdAt, ...row }) => ({
      ...row,
      organizationId: fromOrganizationId,
      createdAt: createdAt.toISOString(),
    })),
    total: await tx.$count(feedback),
  }
}
