import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readInvoices } from '#lab/replay/invoices.ts'
import { replay } from '#lab/replay/replay.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { createTestDatabase } from '#test/support/postgres.ts'

/** A sample of invoices from "Online Retail" (Daqing Chen, UCI Machine Learning Repository, 2015, CC BY 4.0). */
const INVOICES = join(import.meta.dirname, '../fixtures/invoices.csv')

/**
 * Time-out in milliseconds that only guards against hanging. It is long because the test starts two hubs many
 * times.
 */
const HANGS_AFTER_MS = 400_000

it('matches the totals of real invoices while hub and agent are killed', {
  timeout: HANGS_AFTER_MS,
}, async () => {
  await using database = await createTestDatabase()
  await using another = await createTestDatabase()
  using folder = createTestFolder()
  const file = await readInvoices(INVOICES)
  expect([...file.skipped.keys()].sort()).toEqual(['price is 0', 'price is 0, no description'])
  const outcome = await replay(file, {
    dataDir: folder.path,
    databaseUrl: database.hubUrl,
    newDatabaseUrl: another.hubUrl,
    tills: 2,
    say: () => undefined,
  })
  expect(outcome.differences).toEqual([])
  expect(outcome.columns.hub.receipts + outcome.columns.hub.returns).toBe(file.invoices.length)
  const { costs, due, hub } = outcome.books
  expect(costs).toBeGreaterThan(10)
  expect(hub).toEqual(due)
  expect(hub.cost).toBeGreaterThan(0n)
  const { months, top } = outcome.reported
  expect([...months.values()].reduce((sum, each) => sum + each, 0)).toBe(
    outcome.columns.file.sold - outcome.columns.file.returned,
  )
  expect(top[0]?.sum).toBeGreaterThan(top[1]?.sum ?? 0)
  expect(outcome.moved.answers).toBeGreaterThan(3 * file.invoices.length)
  expect(outcome.hubKills).toBeGreaterThan(1)
  expect(outcome.agentKills).toBeGreaterThan(1)
})
