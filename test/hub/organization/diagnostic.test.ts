import { readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Checked } from '#hub/features/operations/diagnostic/check.ts'
import { SERVER_CHECKS } from '#hub/features/operations/diagnostic/server-checks.ts'
import { sealAuditLogs } from '#hub/jobs/audit-seals.ts'
import {
  type DiagnosticCheck,
  DiagnosticName,
  type Verdict,
} from '#shared/contracts/organization/diagnostic.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import { pretend, report } from '#test/hub/fleet/custody.ts'
import { type Device, enrolDevice } from '#test/support/device.ts'
import { type ApiClient, type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { hire, openDatabase, superAdmin } from '#test/support/people.ts'

const RUN = '/api/admin/diagnostic/run'
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

describe('diagnostic checks', () => {
  // No jobs run, so that none repairs the planted faults.
  const door = useHub({ runsJobs: false })
  let shop: Organization
  let other: Organization
  let device: Device
  let platform: ApiClient

  beforeAll(async () => {
    shop = await signUp(door)
    other = await signUp(door)
    device = await enrolDevice(door, shop)
    await report(device, { agentVersion: '1.2.3', waiting: 0, clockOffsetMs: 10, troubles: [] })
    platform = await superAdmin(door, shop)
  })

  async function checksOf(api: ApiClient): Promise<Record<string, DiagnosticCheck>> {
    const { status, body } = await api.get(RUN)
    expect([status, body.status]).toEqual([200, undefined])
    return Object.fromEntries(body.checks.map((check: DiagnosticCheck) => [check.name, check]))
  }
  const faulty = (checks: Record<string, DiagnosticCheck>): Record<string, Verdict> =>
    Object.fromEntries(
      Object.values(checks).flatMap(({ name, verdict }) =>
        verdict === 'ok' || verdict === 'notChecked' ? [] : [[name, verdict]],
      ),
    )
  async function plant(statement: string, values: unknown[] = []): Promise<void> {
    await using owner = await door.database.connect()
    await owner.query(statement, values)
  }

  it('reports no faults for a healthy organization except a missing mail server', async () => {
    await using server = await MailServer.start()
    const before = await checksOf(shop.api)
    expect(Object.keys(before)).toEqual(DiagnosticName.options)
    expect(faulty(before)).toEqual({ mailServer: 'warning' })
    await mailThrough(platform, server)
    const { body } = await shop.api.get(RUN)
    expect(body).toMatchObject({ verdict: 'ok', hubVersion: expect.stringMatching(/^\d/) })
    expect(body.checks.filter(({ fix }: DiagnosticCheck) => fix !== null)).toEqual([])
    expect(server.mails).toEqual([])
  })

  it('reports skipped checks as not made, and a mail written to a file as not sent', async () => {
    const own = await signUp(door)
    const unchecked = async () =>
      Object.values(await checksOf(own.api)).flatMap(({ name, verdict }) =>
        verdict === 'notChecked' ? [name] : [],
      )
    const ofTills = DiagnosticName.options.filter((name) => name.startsWith('till'))
    expect(await unchecked()).toEqual(['mails', 'messenger', 'fiscal', 'books', ...ofTills])
    await enrolDevice(door, own)
    expect(await unchecked()).not.toContain('tillContact')
    await plant(
      `INSERT INTO mails (id, key, kind, recipient, language, data, status)
      VALUES ($1, 'a reset', 'PasswordReset', $2, 'en', '{}', 'Sent')`,
      [newId(), own.email],
    )
    expect((await checksOf(own.api)).mails).toMatchObject({ verdict: 'ok' })
    await using files = await startTestHub({ runsJobs: false, mailDir: join(door.config.dataDir, 'mails') })
    const inFiles = await signUp(files)
    await using owner = await files.database.connect()
    await owner.query(
      `INSERT INTO mails (id, key, kind, recipient, language, data, status)
      VALUES ($1, 'an invitation', 'Invitation', 'anna@shop.test', 'en', jsonb_build_object('organizationId', $2::text), 'Sent')`,
      [newId(), inFiles.organizationId],
    )
    const { mails, mailServer } = await checksOf(inFiles.api)
    expect([mails?.verdict, mailServer?.verdict]).toEqual(['warning', 'warning'])
    expect(mails?.detail).toBe('E-mails in the last 7 days: 1 saved as files and not delivered.')
  })

  it('requires an organization and the permission to view it', async () => {
    expect((await (await hire(door, shop, 'Manager')).get(RUN)).status).toBe(403)
    expect((await platform.get(RUN)).status).toBe(400)
  })

  it('reports only faults of the same organization, without the names of users', async () => {
    await using server = await MailServer.start()
    await mailThrough(platform, server)
    const id = shop.organizationId
    const job = `INSERT INTO background_jobs (organization_id, id, type, input, run_id, status, started_at, finished_at)
      VALUES ($1, $2, 'demo-data', '{}', $3, $4, $5, $6)`
    await plant(job, [id, newId(), newId(), 'Failed', null, hoursAgo(1)])
    await plant(
      `INSERT INTO mails (id, key, kind, recipient, language, data, status, error)
      VALUES ($1::uuid, 'a mail', 'Invitation', 'anna@shop.test', 'en', jsonb_build_object('organizationId', $2::text), 'Failed', 'anna@shop.test is unknown')`,
      [newId(), id],
    )
    await plant(
      `INSERT INTO dirty_days (organization_id, id, day, store_id) VALUES ($1, $2, current_date - 400, $3)`,
      [id, newId(), shop.storeId],
    )
    await plant(
      `INSERT INTO books_checks (organization_id, checked_at, products, movements, findings_total, findings)
      VALUES ($1, now(), 1, 1, 2, '[]')`,
      [id],
    )
    await plant(`DELETE FROM feed_commits WHERE organization_id = $1 AND seq = 1`, [id])
    await plant(
      `INSERT INTO uploads (organization_id, id, device_id, chain_id, type, prev_hash, hash, bytes, status, received_at)
      VALUES ($1, $2, $3, $3, 'sale', '', '', '', 'held', $4)`,
      [id, newId(), device.id, hoursAgo(2)],
    )
    await plant(
      `INSERT INTO work_items (organization_id, id, kind, subject) VALUES ($1, $2, 'hole', 'a hole')`,
      [id, newId()],
    )
    const second = await enrolDevice(door, shop)
    const minutesAgo = new Date(hoursAgo(1.5))
    await pretend(door, shop, second, {
      lastContactAt: minutesAgo,
      clonedAt: minutesAgo,
      report: {
        agentVersion: '1.2.2',
        waiting: 4,
        oldestWaitingAt: hoursAgo(3),
        clockOffsetMs: 500_000,
        diskFreeBytes: 5,
        replicaFreshAt: hoursAgo(3),
        lastBackupAt: hoursAgo(50),
        troubles: [{ code: 'printer', since: hoursAgo(1), detail: 'Printer of Anna' }],
      },
    })
    await using database = openDatabase(door)
    const stopping = new AbortController().signal
    await sealAuditLogs({ db: database.db, stopping }, new Date(Date.now() + 60_000))
    await plant(`UPDATE audit_log SET actor_name = 'Somebody else' WHERE organization_id = $1`, [id])
    const checks = await checksOf(shop.api)
    expect(faulty(checks)).toEqual({
      jobs: 'warning',
      daySums: 'warning',
      mails: 'warning',
      books: 'error',
      feed: 'error',
      custody: 'error',
      workList: 'warning',
      auditLog: 'error',
      tillContact: 'warning',
      tillUploads: 'error',
      tillClocks: 'error',
      tillDisks: 'error',
      tillData: 'warning',
      tillBackups: 'warning',
      tillCopies: 'error',
      tillTroubles: 'warning',
      tillVersions: 'warning',
    })
    expect(checks.tillContact?.detail).toContain(`: ${second.series} (${minutesAgo.toISOString()})`)
    expect(checks.jobs?.detail).toContain('failed in the last 7 days: 1 (demo-data)')
    expect(checks.daySums?.detail).toMatch(/: days: 1 \(the first: \d.*\), product groups: 0\./)
    expect(checks.custody?.detail).toContain('waiting to be posted: 1, the oldest for 120 minutes')
    for (const { verdict, fix } of Object.values(checks))
      expect(fix === null).toBe(verdict === 'ok' || verdict === 'notChecked')
    expect(JSON.stringify(checks)).not.toMatch(/anna|somebody else|till-1|@|owner/i)
    expect(faulty(await checksOf(other.api))).toEqual({})
    const { body: inRussian } = await shop.api.get(`${RUN}?language=ru`)
    expect(inRussian.checks.map(({ name, verdict }: DiagnosticCheck) => [name, verdict])).toEqual(
      Object.values(checks).map(({ name, verdict }) => [name, verdict]),
    )
    const inRussianBooks = inRussian.checks.find(({ name }: DiagnosticCheck) => name === 'books')
    expect(inRussianBooks).toMatchObject({ detail: expect.stringMatching(/^Сверка остатков .*: 2\.$/) })
    // The overall verdict is the worst one of all checks.
    expect(inRussian.verdict).toBe('error')
    expect((await shop.api.get(`${RUN}?language=de`)).status).toBe(400)

    await plant('DELETE FROM dirty_days')
    await plant('INSERT INTO stale_groups VALUES ($1, $2, $3)', [id, newId(), newId()])
    await plant(job, [id, newId(), '01900000-0000-7000-8000-000000000000', 'Queued', null, null])
    await plant(`UPDATE mails SET status = 'Queued', created_at = $1`, [hoursAgo(1)])
    await plant(`UPDATE books_checks SET findings_total = 0, checked_at = $1`, [hoursAgo(48)])
    expect(await checksOf(shop.api)).toMatchObject({
      jobs: { verdict: 'error', detail: expect.stringContaining('Stuck jobs: 1 ') },
      mails: { verdict: 'error' },
      daySums: { verdict: 'warning', detail: expect.stringContaining('product groups: 1.') },
      books: { verdict: 'warning', detail: 'The last stock reconciliation was 48 hours ago.' },
    })
  })

  describe('verdicts of single checks', () => {
    const JOB = `INSERT INTO background_jobs (organization_id, id, run_id, type, input, status, started_at, finished_at)
      VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'demo-data', '{}'`
    const MAIL = `INSERT INTO mails (id, key, kind, recipient, language, data, status, created_at)
      VALUES (gen_random_uuid(), gen_random_uuid()::text, 'Invitation', 'a@shop.test', 'en', jsonb_build_object('organizationId', $1::text)`
    const UPLOAD = `INSERT INTO uploads (organization_id, id, device_id, chain_id, type, prev_hash, hash, bytes, status, received_at)
      SELECT organization_id, gen_random_uuid(), id, id, 'sale', '', '', ''`
    const DEVICE = 'FROM devices WHERE organization_id = $1'
    const ago = (time: string) => `now() - interval '${time}'`

    it.each<[name: DiagnosticName, verdict: Verdict, what: string, statement: string]>([
      ['jobs', 'error', 'a job that has run for 13 hours', `${JOB}, 'Running', ${ago('13 hours')}, NULL)`],
      ['jobs', 'ok', 'a job that has run for 11 hours', `${JOB}, 'Running', ${ago('11 hours')}, NULL)`],
      ['jobs', 'ok', 'a job that failed 8 days ago', `${JOB}, 'Failed', ${ago('9 days')}, ${ago('8 days')})`],
      ['mails', 'notChecked', 'a mail that has just been written', `${MAIL}, 'Queued', ${ago('5 minutes')})`],
      ['mails', 'error', 'a mail that has waited for 8 days', `${MAIL}, 'Queued', ${ago('8 days')})`],
      ['mails', 'notChecked', 'a mail that failed 8 days ago', `${MAIL}, 'Failed', ${ago('8 days')})`],
      [
        'feed',
        'error',
        'a change with a number that is too high',
        'UPDATE feed SET seq = seq + 1000 WHERE ctid = (SELECT min(ctid) FROM feed WHERE organization_id = $1)',
      ],
      [
        'feed',
        'error',
        'a missing commit',
        'DELETE FROM feed_commits WHERE organization_id = $1 AND seq = 1',
      ],
      [
        'custody',
        'error',
        'an upload that has waited for 2 hours',
        `${UPLOAD}, 'received', ${ago('2 hours')} ${DEVICE}`,
      ],
      ['custody', 'ok', 'a new upload', `${UPLOAD}, 'received', ${ago('5 minutes')} ${DEVICE}`],
      [
        ...(['workList', 'ok', 'a settled work item'] as const),
        `INSERT INTO work_items (organization_id, id, kind, subject, settled_at) VALUES ($1, gen_random_uuid(), 'hole', 'a hole', now())`,
      ],
      [
        ...(['daySums', 'ok', 'outdated sums of the current day'] as const),
        `INSERT INTO dirty_days (organization_id, id, day, store_id)
         SELECT id, gen_random_uuid(), (now() AT TIME ZONE time_zone)::date, gen_random_uuid() FROM organizations WHERE id = $1`,
      ],
      [
        ...(['books', 'warning', 'books that were never checked'] as const),
        `SET app.organization_id = $1; UPDATE organizations SET created_at = ${ago('40 hours')} WHERE id = $1; SELECT feed_bump()`,
      ],
      [
        ...(['tillContact', 'error', 'a till that is down with an open shift'] as const),
        `UPDATE devices SET last_contact_at = ${ago('11 minutes')} WHERE organization_id = $1;
         INSERT INTO till_shifts (organization_id, id, device_id, retail_point_id, till_id, received_at, opened_at)
         SELECT organization_id, gen_random_uuid(), id, retail_point_id, 'till', now(), now() ${DEVICE}`,
      ],
      [
        ...(['tillContact', 'notChecked', 'a till that is out of service'] as const),
        `UPDATE devices SET last_contact_at = ${ago('2 hours')}, revoked_at = now() WHERE organization_id = $1`,
      ],
      [
        ...(['auditLog', 'warning', 'audit log rows without a seal'] as const),
        `UPDATE audit_log SET at = ${ago('20 minutes')} WHERE organization_id = $1`,
      ],
    ])('rates the check %s as %s: %s', async (name, verdict, _, statement) => {
      const own = await signUp(door)
      await enrolDevice(door, own)
      const before = await checksOf(own.api)
      expect(before[name]?.verdict).toBe(name === 'mails' || name === 'books' ? 'notChecked' : 'ok')
      await plant(statement.replaceAll('$1', `'${own.organizationId}'`))
      expect((await checksOf(own.api))[name]?.verdict).toBe(verdict)
    })
  })

  it('reports a mail server that hangs, is unreachable or refuses the sign-in, without quoting its response', async () => {
    const sockets: Socket[] = []
    const silent: Server = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    await mailThrough(platform, { port })
    const from = performance.now()
    expect((await checksOf(other.api)).mailServer?.verdict).not.toBe('ok')
    expect(performance.now() - from).toBeLessThan(6000)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
    expect((await checksOf(other.api)).mailServer).toMatchObject({
      verdict: 'error',
      detail: expect.stringContaining('(ESOCKET)'),
    })
    await using strict = await MailServer.start({ user: { name: 'postman', password: 'right-password' } })
    await mailThrough(platform, strict, { user: 'postman', password: 'wrong-password' })
    const { mailServer } = await checksOf(other.api)
    expect(mailServer).toMatchObject({ verdict: 'error', detail: expect.stringContaining('(EAUTH)') })
    expect(JSON.stringify(mailServer)).not.toMatch(/postman|password[^s,]*-|127\.0\.0\.1/)
  })

  it('reports a failed or slow check and continues with the other checks', async () => {
    await using server = await MailServer.start()
    await mailThrough(platform, server)
    await using owner = await door.database.connect()
    await owner.query('BEGIN; LOCK TABLE books_checks IN ACCESS EXCLUSIVE MODE')
    expect(await checksOf(other.api)).toMatchObject({
      books: { verdict: 'warning', detail: 'No response within 3 seconds.' },
      custody: { verdict: 'ok' },
    })
    await owner.query('ROLLBACK; ALTER TABLE work_items RENAME TO elsewhere')
    const checks = await checksOf(other.api)
    await owner.query('ALTER TABLE elsewhere RENAME TO work_items')
    expect(faulty(checks)).toEqual({ workList: 'error' })
    expect(checks.workList?.detail).toBe('The check itself failed.')
  })

  it('reports faults of the file store, a wrong clock and low disk space', async () => {
    const folder = join(door.config.dataDir, 'files', 'diagnostic')
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((each) => each.isFile())).toEqual([])
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 })
    const checks = await checksOf(other.api).finally(() => vi.useRealTimers())
    expect(checks.files).toMatchObject({ verdict: 'error' })
    expect(JSON.stringify(checks.files)).not.toContain(door.config.dataDir)
    expect(checks.clock).toMatchObject({
      verdict: 'error',
      detail: 'The clocks of the server and the database differ by 20 s.',
    })
    const on = (hub: unknown): Checked => ({ hub: hub as Checked['hub'], organizationId: newId() })
    const withRoom = async (bytes: number) =>
      (await SERVER_CHECKS.disk(on({ tempFiles: { freeBytes: async () => bytes } }))).verdict
    expect([await withRoom(2 ** 29), await withRoom(2 ** 31), await withRoom(2 ** 34)]).toEqual([
      'error',
      'warning',
      'ok',
    ])
    const running = async (seconds: number) =>
      (await SERVER_CHECKS.statements(on({ db: { platform: async () => ({ seconds }) } }))).verdict
    expect([await running(19), await running(20)]).toEqual(['ok', 'warning'])
    expect(await SERVER_CHECKS.database(on({ db: { ping: () => sleep(600) } }))).toMatchObject({
      verdict: 'warning',
    })
  })
})
