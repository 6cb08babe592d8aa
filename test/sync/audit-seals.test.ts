import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { sealAuditLogs } from '#hub/jobs/audit-seals.ts'
import { must } from '#shared/std/must.ts'
import { runCommand } from '#test/support/command.ts'
import { createProduct } from '#test/support/device.ts'
import { openDatabase } from '#test/support/people.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'

/** Creates a change and seals the log with the clock `minutes` minutes ahead. Returns the number of the seal. */
async function seal(shop: TestShop, name: string, minutes: number): Promise<number> {
  await shop.organization.api.post('/api/catalog/price-types', { name })
  await using database = openDatabase(shop.door)
  const hub = { db: database.db, stopping: new AbortController().signal }
  await sealAuditLogs(hub, new Date(Date.now() + minutes * 60_000))
  // Tills receive the seal with the next catalog change.
  await createProduct(shop.organization, { name: `After ${name}` })
  await using owner = await shop.door.database.connect()
  const { rows } = await owner.query(`SELECT seal FROM audit_log WHERE record_name = '${name}'`)
  return Number(rows[0].seal)
}

function sealsOf({ folder }: TestAgent): number[] {
  using journal = openJournal(folder)
  return journal.db.prepare<[], number>('SELECT number FROM audit_seals ORDER BY number').pluck().all()
}

function openJournal(folder: string) {
  const db = new Database(join(folder, 'journal.db'))
  return { db, [Symbol.dispose]: () => db.close() }
}

const holds = (agent: TestAgent, number: number) =>
  until(`the till holds seal ${number}`, async () => sealsOf(agent).includes(number))

/** Returns the output of check-audit, with its lines about tills sorted by series. */
async function check({ door }: TestShop): Promise<{ code: number | null; log: string; tills: string[] }> {
  const url = must(door.config.databaseUrl, 'databaseUrl')
  const { code, output } = await runCommand('check-audit', { DATABASE_URL: url })
  const lines = output.trim().split('\n')
  const tills = lines.filter((line) => line.includes(': till '))
  return {
    code,
    log: must(lines.find((line) => line.includes('rows') && !line.startsWith('platform'))),
    tills,
  }
}

/** Rewrites the log like a user with full access to the database, and recomputes the chain from the changed row. */
async function rewrite(shop: TestShop, name: string): Promise<void> {
  await using owner = await shop.door.database.connect()
  await owner.query(`UPDATE audit_log SET record_name = 'Nobody' WHERE record_name = '${name}'`)
  await owner.query(`
    DO $$ DECLARE s audit_seals; before bytea; BEGIN
      UPDATE audit_log AS r SET hash = audit_row_hash(r) WHERE seal IS NOT NULL;
      FOR s IN SELECT * FROM audit_seals WHERE organization_id = '${shop.organization.organizationId}' ORDER BY number LOOP
        UPDATE audit_seals SET hash = audit_seal_hash(s.organization_id, s.number, before)
        WHERE organization_id = s.organization_id AND number = s.number RETURNING hash INTO before;
      END LOOP;
    END $$`)
}

it('detects a rewritten audit log, even with rewritten seals, by the seals stored at tills', async () => {
  await using shop = await openTestShop()
  const one = await shop.openAgent()
  await holds(one, await seal(shop, 'A', 1))
  const two = await shop.openAgent()
  const changed = await seal(shop, 'B', 2)
  await Promise.all([holds(one, changed), holds(two, changed)])
  const later = await seal(shop, 'C', 3)
  await Promise.all([holds(one, later), holds(two, later)])

  await rewrite(shop, 'B')
  await holds(one, await seal(shop, 'D', 4))
  // A till enrolled later has no earlier seals.
  const three = await shop.openAgent()
  await holds(three, await seal(shop, 'E', 5))
  const rewritten = expect.stringMatching(
    new RegExp(`: seal ${changed} of .* the log was rewritten from there on`),
  )
  const allInTheLog = expect.stringMatching(/: all \d seals that it holds are in the log/)
  expect(await check(shop)).toEqual({
    code: 1,
    log: expect.stringContaining('rows match their'),
    tills: [rewritten, rewritten, allInTheLog],
  })
})

it('reports a database restored from a backup as restored instead of rewritten', async () => {
  await using shop = await openTestShop()
  const agent = await shop.openAgent()
  await holds(agent, await seal(shop, 'A', 1))
  await shop.stopHub()
  const putBack = await shop.door.database.backUp()
  await shop.startHub()
  const lost = await seal(shop, 'B', 2)
  await holds(agent, lost)
  await shop.stopHub()
  await putBack()
  await shop.startHub()
  const restored = expect.stringMatching(
    new RegExp(`: seal ${lost} of .* is not in the log: the database was restored from an older backup`),
  )
  expect(await check(shop)).toMatchObject({ code: 1, tills: [restored] })

  expect(await seal(shop, 'C', 3)).toBe(lost)
  await until('both of the number are kept', async () => {
    return sealsOf(agent).filter((number) => number === lost).length === 2
  })
  expect((await check(shop)).tills).toEqual([restored])
})

it('refuses to change or delete a seal in the journal of a till', async () => {
  await using shop = await openTestShop()
  const agent = await shop.openAgent()
  const number = await seal(shop, 'A', 1)
  await holds(agent, number)
  await agent.restart(() => {
    using journal = openJournal(agent.folder)
    for (const change of ['DELETE FROM audit_seals', `UPDATE audit_seals SET hash = 'x'`])
      expect(() => journal.db.exec(change)).toThrow('seals are kept')
  })
  expect(sealsOf(agent)).toContain(number)
})

it('keeps the seals in a restored journal, and continues with the newest seals', async () => {
  await using shop = await openTestShop()
  const agent = await shop.openAgent()
  const kept = await seal(shop, 'A', 1)
  await holds(agent, kept)
  await agent.restart(() => writeFileSync(join(agent.folder, 'journal.db'), 'not a database'.repeat(1000)))
  expect(sealsOf(agent)).toContain(kept)
  await holds(agent, await seal(shop, 'B', 2))
})
