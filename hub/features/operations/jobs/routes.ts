import { NIL } from 'uuid'
import type { Tx } from '#hub/db/transact.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute, type Scope } from '#hub/http/operations.ts'
import type { TrackedJob } from '#hub/jobs/queues.ts'
import { BackgroundJob, MY_JOBS, RecentJobs, RecentJobsQuery } from '#shared/contracts/organization/jobs.ts'
import { cancelJob } from './cancel-job.ts'
import { presentJob } from './present.ts'
import { getJob, listRecentJobs } from './queries.ts'
import { retryJob } from './retry-job.ts'

const BASE = '/api/admin/jobs'
const tag = 'Organization: jobs'

/** Scope for the organization's jobs, or the platform's for a SuperAdmin who has not selected an organization. */
const OWN: Scope<Tx> = {
  read: async (c, work) => {
    const { organizationId } = await c.var.actor()
    return organizationId ? c.var.read(work) : c.get('hub').db.read(NIL, work)
  },
  transact: async (c, work) => {
    const { organizationId } = await c.var.actor()
    return organizationId ? c.var.transact(work) : c.get('hub').db.transact(NIL, work, await c.var.author())
  },
}

export const jobRoutes = area(
  listRoute(
    {
      path: `${BASE}/recent`,
      may: 'organization.view',
      stores: 'all',
      alsoOnPlatform: true,
      tag,
      summary: 'List the latest background jobs',
      description: 'The latest first. A SuperAdmin who names no organization sees those of the platform.',
      query: RecentJobsQuery,
      answer: RecentJobs,
      list: (tx, query) => listRecentJobs(tx, query),
      present: presentJob,
    },
    OWN,
  ),
  listRoute(
    {
      ...MY_JOBS,
      may: 'signed-in',
      stores: 'none',
      alsoOnPlatform: true,
      tag,
      summary: 'List the latest background jobs that you have requested',
      list: async (tx, query, actor) => listRecentJobs(tx, query, (await actor()).id),
      present: presentJob,
    },
    OWN,
  ),
  getRoute(
    {
      path: `${BASE}/{id}`,
      may: 'organization.view',
      stores: 'all',
      alsoOnPlatform: true,
      tag,
      summary: 'Get one background job',
      answer: BackgroundJob,
      read: (tx, { id }) => getJob(tx, id),
      present: presentJob,
    },
    OWN,
  ),
  actionRoute(
    {
      path: `${BASE}/{id}/cancel`,
      may: 'organization.update',
      stores: 'all',
      alsoOnPlatform: true,
      tag,
      summary: 'Cancel a background job',
      description: 'A queued job ends at once, a running one soon: see isCancelable.',
      answer: BackgroundJob,
      command: (tx, { id }) => cancelJob(tx, id),
      present: presentJob,
    },
    OWN,
  ),
  actionRoute(
    {
      path: `${BASE}/{id}/retry`,
      may: 'organization.update',
      stores: 'all',
      alsoOnPlatform: true,
      tag,
      summary: 'Retry a background job that has failed or was canceled',
      answer: BackgroundJob,
      command: (tx, { id, hub }) => retryJob(tx, id, hub.jobs),
      afterwards: (hub, { type }) => hub.jobs.wake(type as TrackedJob),
      present: presentJob,
    },
    OWN,
  ),
)
