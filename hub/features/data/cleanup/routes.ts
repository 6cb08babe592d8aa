import { presentJob } from '#hub/features/operations/jobs/present.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  CLEANUP_ALL,
  CLEANUP_ALL_ASYNC,
  CLEANUP_COUNTERPARTIES,
  CLEANUP_STATS,
} from '#shared/contracts/organization/cleanup.ts'
import { sleep } from '#shared/std/retry.ts'
import { countData } from './count-data.ts'
import { deleteCounterparties, findLatestCleanup, startCleanup } from './start-cleanup.ts'

const tag = 'Organization: cleanup'
const about = { may: 'organization.update', stores: 'all', tag } as const
const dangerous = { ...about, stepUp: true } as const

const SUMMARY = 'Delete all data of the organization'
const WHAT =
  'Goods, partners, documents, receipts, loyalty and reports are deleted permanently. The organization, its employees, stores, retail points, ' +
  'tills and settings stay, and so do the audit log and the bytes that tills have uploaded. Uploads that arrive ' +
  'meanwhile are posted afterwards. Data that users enter meanwhile may be deleted too. Everything is exported first, unless `export` is false.'

/** Maximum time that the synchronous endpoint waits for the job. */
const WAITS_MS = 25_000
const LOOKS_EVERY_MS = 200

const { answer, ...all } = CLEANUP_ALL
const allRoute = route({
  ...dangerous,
  ...all,
  summary: SUMMARY,
  description: `${WHAT} The response comes when it is done, or after 25 s with the current state of the job.`,
  answers: { 200: answer },
})

export const cleanupRoutes = area(
  getRoute({
    ...about,
    ...CLEANUP_STATS,
    summary: 'Count the data that a cleanup would delete',
    read: async (tx) => ({ ...(await countData(tx)), job: await findLatestCleanup(tx) }),
    present: ({ job, ...counted }) => ({ ...counted, job: job ? presentJob(job) : null }),
  }),
  router().openapi(allRoute, async (c) => {
    const actor = await c.var.actor()
    const { jobs, stopping } = c.get('hub')
    const wanted = c.req.valid('query')
    let job = await c.var.transact((tx) => startCleanup(tx, wanted, { actor, jobs }))
    jobs.wake('cleanup')
    const until = performance.now() + WAITS_MS
    while (job.finishedAt === null && performance.now() < until && !stopping.aborted) {
      await sleep(LOOKS_EVERY_MS, stopping)
      job = (await c.var.read(findLatestCleanup)) ?? job
    }
    return c.json(presentJob(job), 200)
  }),
  actionRoute({
    ...dangerous,
    ...CLEANUP_ALL_ASYNC,
    summary: `${SUMMARY} by a background job`,
    description: `${WHAT} A repeat while it runs starts no second job.`,
    command: (tx, { body, actor, hub }) => startCleanup(tx, body, { actor, jobs: hub.jobs }),
    afterwards: ({ jobs }) => jobs.wake('cleanup'),
    present: presentJob,
  }),
  actionRoute({
    ...dangerous,
    ...CLEANUP_COUNTERPARTIES,
    summary: 'Delete all business partners',
    description:
      'Documents, receipts, cards and products lose their reference to a deleted partner. The system partner stays.',
    command: (tx, { query }) => deleteCounterparties(tx, query.confirmation),
    present: (deleted) => ({ deleted }),
  }),
)
