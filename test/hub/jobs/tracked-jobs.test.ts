import { pino } from 'pino'
import { NIL } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPool } from '#hub/db/pool.ts'
import { Database } from '#hub/db/transact.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import { JobQueue } from '#hub/jobs/queue.ts'
import { failStranded, type JobRow, startJob } from '#hub/jobs/tracked-jobs.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, superAdmin } from '#test/support/people.ts'

const IMAGES = 'product-import-images'

describe('background jobs visible to users', () => {
  // The tests run the jobs themselves.
  const door = useHub({ runsJobs: false })
  let shop: Organization
  let other: Organization
  let pool: ReturnType<typeof openPool> | undefined
  beforeAll(async () => {
    shop = await signUp(door)
    other = await signUp(door)
    pool = openPool(door.database.ownerUrl, 6)
  })
  afterAll(() => pool?.end())

  /** Opens a job queue and a database, as a hub process does. */
  function openProcess() {
    const db = new Database(must(pool))
    const log = pino({ level: 'silent' })
    const jobs = new JobQueue(must(pool), log)
    const stopping = new AbortController()
    onTestFinished(async () => {
      stopping.abort()
      await jobs.stop()
      await db.platform((tx) =>
        tx.execute(`UPDATE jobs.job SET state = 'cancelled' WHERE state < 'completed'`),
      )
    })
    const start = (organizationId = shop.organizationId, more: object = {}): Promise<JobRow> =>
      db.transact(organizationId, (tx) =>
        startJob(tx, jobs, {
          type: IMAGES,
          input: { importId: newId() },
          requester: { id: newId(), employeeId: shop.employeeId, name: 'Owner' },
          ...more,
        }),
      )
    return {
      db,
      jobs,
      log,
      stopping,
      start,
      work: (work: (run: Run, data: { importId: string }) => Promise<JobResult>) =>
        doJobs({ db, jobs, log, stopping: stopping.signal, pace: 1 }, IMAGES, (data, run) => work(run, data)),
      become: async (id: string, wanted: object, api = shop.api) => {
        await expect
          .poll(
            async () => {
              jobs.wake(IMAGES)
              return (await api.get(`/api/admin/jobs/${id}`)).body
            },
            { timeout: 20_000 },
          )
          .toMatchObject(wanted)
      },
    }
  }

  it('returns the requesting user, the progress and the result of a job', async () => {
    const { work, start, become } = openProcess()
    const going = Promise.withResolvers<void>()
    // No worker for the job is running yet.
    const job = await start()
    expect((await shop.api.get(`/api/admin/jobs/${job.id}`)).body).toMatchObject({
      status: 'Queued',
      progress: 0,
      askedByName: 'Owner',
      isCancelable: true,
    })
    work(async ({ progress, requester }, { importId }) => {
      progress(30, 120)
      await going.promise
      return { importId, name: must(requester).name }
    })
    await become(job.id, { status: 'Running', progress: 25, processed: 30, total: 120 })
    going.resolve()
    const result = { importId: (job.input as { importId: string }).importId, name: 'Owner' }
    await become(job.id, { status: 'Succeeded', progress: 100, result, message: null })
    const recent = await shop.api.get(`/api/admin/jobs/recent?type=${IMAGES}&status=Succeeded`)
    expect(recent.body.items.map(({ id }: JobRow) => id)).toContain(job.id)
    for (const others of ['status=Failed', 'type=demo-data&status=Succeeded']) {
      const { items } = (await shop.api.get(`/api/admin/jobs/recent?${others}`)).body
      expect(items.map(({ id }: JobRow) => id)).not.toContain(job.id)
    }
  })

  it('refuses to cancel or restart a job when its kind does not allow it', async () => {
    const own = await signUp(door)
    await using owner = await door.database.connect()
    for (const [type, status, verb, code] of [
      ['demo-data', 'Queued', 'cancel', 'job_not_cancelable'],
      ['change-set', 'Failed', 'retry', 'job_not_retryable'],
    ] as const) {
      const id = newId()
      await owner.query(
        `INSERT INTO background_jobs (organization_id, id, run_id, type, input, status) VALUES ($1, $2, $2, $3, '{}', $4)`,
        [own.organizationId, id, type, status],
      )
      const { status: answered, body } = await own.api.post(`/api/admin/jobs/${id}/${verb}`)
      expect([type, answered, body.code]).toEqual([type, 409, code])
    }
  })

  it('returns the error of a failed job and restarts the job on request', async () => {
    const { work, start, become } = openProcess()
    let runs = 0
    work(async () => {
      runs += 1
      if (runs === 1) throw invalidField(['file'], 'is no table')
      return { runs }
    })
    const job = await start()
    await become(job.id, { status: 'Failed', message: expect.stringContaining('is no table') })
    expect((await shop.api.get(`/api/admin/jobs/${job.id}`)).body.problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '#/file', detail: 'is no table' }],
    })
    const path = `/api/admin/jobs/${job.id}/retry`
    // Only one of two concurrent requests restarts the job.
    const answers = await Promise.all([shop.api.post(path), shop.api.post(path)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await become(job.id, { status: 'Succeeded', result: { runs: 2 }, message: null, problem: null })
    expect((await shop.api.post(path)).body).toMatchObject({ code: 'job_not_retryable' })
  })

  it('cancels a queued or running job, and refuses to cancel it again', async () => {
    const { work, start, become } = openProcess()
    const queued = await start()
    const canceled = await shop.api.post(`/api/admin/jobs/${queued.id}/cancel`)
    expect(canceled.body).toMatchObject({ status: 'Canceled', isCancelable: false, isRetryable: true })
    let runs = 0
    work(async ({ signal }) => {
      runs += 1
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return {}
    })
    const running = await start()
    await become(running.id, { status: 'Running' })
    expect((await shop.api.post(`/api/admin/jobs/${running.id}/cancel`)).status).toBe(200)
    await become(running.id, { status: 'Canceled' })
    const again = await shop.api.post(`/api/admin/jobs/${running.id}/cancel`)
    expect([again.status, again.body.code]).toEqual([409, 'job_not_cancelable'])
    expect(runs).toBe(1)
  })

  it('returns the unfinished job when the organization starts another with the same key', async () => {
    const { start } = openProcess()
    const [one, two] = await Promise.all([
      start(shop.organizationId, { onceKey: 'a' }),
      start(shop.organizationId, { onceKey: 'a' }),
    ])
    expect(one.id).toBe(two.id)
    const foreign = await start(other.organizationId, { onceKey: 'a' })
    expect(foreign.id).not.toBe(one.id)
    await shop.api.post(`/api/admin/jobs/${one.id}/cancel`)
    expect((await start(shop.organizationId, { onceKey: 'a' })).id).not.toBe(one.id)
  })

  it('marks a job as failed when the queue has given up its run', async () => {
    const { db, start, stopping } = openProcess()
    const dead = await start()
    const alive = await start()
    await db.platform((tx) => tx.execute(`UPDATE jobs.job SET state = 'failed' WHERE id = '${dead.runId}'`))
    await failStranded({ db, stopping: stopping.signal })
    const look = async ({ id }: JobRow) => (await shop.api.get(`/api/admin/jobs/${id}`)).body.status
    expect([await look(dead), await look(alive)]).toEqual(['Failed', 'Queued'])
  })

  it('hides jobs of another organization and of the platform', async () => {
    const { start } = openProcess()
    for (const organizationId of [other.organizationId, NIL]) {
      const job = await start(organizationId)
      const path = `/api/admin/jobs/${job.id}`
      const answers = [
        await shop.api.get(path),
        await shop.api.post(`${path}/cancel`),
        await shop.api.post(`${path}/retry`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      const { body } = await shop.api.get('/api/admin/jobs/recent?limit=200')
      expect(body.items.map(({ id }: JobRow) => id)).not.toContain(job.id)
    }
  })

  it('shows platform jobs to a SuperAdmin outside any organization', async () => {
    const { start } = openProcess()
    const [own, foreign] = [await start(NIL), await start()]
    const admin = await superAdmin(door, other)
    const { body } = await admin.get('/api/admin/jobs/recent')
    expect(body.items.map(({ id }: JobRow) => id)).toContain(own.id)
    expect((await admin.get(`/api/admin/jobs/${foreign.id}`)).status).toBe(404)
    expect((await admin.post(`/api/admin/jobs/${own.id}/cancel`)).body).toMatchObject({ status: 'Canceled' })
    const [entry] = (await admin.get(`/api/super-admin/audit-log?recordId=${own.id}`)).body.items
    expect(entry).toMatchObject({ action: 'POST /api/admin/jobs/{id}/cancel', isSuperAdmin: true })
  })

  it("requires a permission for jobs other than the user's own", async () => {
    const cashier = await hire(door, shop, 'Cashier')
    const { start } = openProcess()
    const job = await start()
    const { accountId } = (await cashier.get('/api/me')).body
    const mine = await start(shop.organizationId, {
      requester: { id: accountId, employeeId: null, name: 'Me' },
    })
    const { items } = (await cashier.get('/api/me/jobs')).body
    expect(items).toMatchObject([{ id: mine.id, subjectId: (mine.input as { importId: string }).importId }])
    const answers = [
      await cashier.get('/api/admin/jobs/recent'),
      await cashier.get(`/api/admin/jobs/${job.id}`),
      await cashier.post(`/api/admin/jobs/${job.id}/cancel`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})
