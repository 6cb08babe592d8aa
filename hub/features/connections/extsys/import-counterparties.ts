import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { portions } from '#hub/db/records.ts'
import { counterparties } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { phoneNumberOf } from '#hub/features/catalog/counterparties/phone-number.ts'
import { type CounterpartyRow, countryOf } from '#hub/features/catalog/counterparties/queries.ts'
import { faultOfTaxId } from '#hub/features/catalog/counterparties/tax-id.ts'
import type { ExtsysNote } from '#shared/contracts/organization/extsys.ts'
import { must } from '#shared/std/must.ts'
import { type CounterpartyValues, counterpartyOf, MoySkladCounterparty } from './counterparty-row.ts'
import { filterOf, later } from './fields.ts'
import type { Import } from './import.ts'
import { findRun, NO_COUNTS, updateRun, withPage } from './runs.ts'

/** Largest page size that MoySklad allows with expanded accounts. */
const AT_ONCE = 100

/** Imports counterparties page by page, each page in its own transaction. */
export async function importCounterparties({ hub, moySklad, run, author, progress }: Import): Promise<void> {
  const { organizationId, id, since, nextOffset: offset } = run
  const query = { filter: filterOf(since), expand: 'accounts', order: 'id,asc' }
  const pages = moySklad.pages('entity/counterparty', MoySkladCounterparty, { offset, limit: AT_ONCE, query })
  for await (const { rows, size, isLast, ...page } of pages) {
    progress(page.offset, size)
    await hub.db.transact(
      organizationId,
      async (tx) => {
        const now = must(await findRun(tx, id))
        if (now.nextOffset !== page.offset || now.endedAt) return
        const done = await writePage(tx, rows, now.options.dryRun)
        await updateRun(tx, id, {
          ...withPage(now, done),
          nextOffset: page.offset + rows.length,
          total: size,
          changedUntil: rows.reduce((time, { updated }) => later(time, updated), now.changedUntil ?? since),
          endedAt: isLast ? new Date() : null,
        })
      },
      author(),
    )
    progress(page.offset + rows.length, size)
  }
}

type Known = CounterpartyValues & { phoneNumber: string | null }

async function writePage(tx: Tx, rows: readonly MoySkladCounterparty[], dryRun: boolean) {
  const country = await countryOf(tx)
  const notes: ExtsysNote[] = []
  const counts = { ...NO_COUNTS }
  const read = rows.map((row) => {
    const { values, notes: own } = counterpartyOf(row, (taxId) => faultOfTaxId(taxId, country))
    const phone = values?.phone
    return {
      row,
      notes: own,
      values: values && { ...values, phoneNumber: phone ? phoneNumberOf(phone, country) : null },
    }
  })
  const existing = await Existing.find(
    tx,
    read.flatMap(({ row, values }) => (values ? [{ id: row.id, values }] : [])),
  )
  const added: (Known & { id: string; organizationId: string })[] = []
  for (const { row, values, notes: own } of read) {
    if (!values) {
      counts.failed += 1
      notes.push(...own)
      continue
    }
    const found = existing.of(row.id, values)
    if (!found && row.archived) {
      counts.skipped += 1
      continue
    }
    notes.push(...own)
    for (const field of ['code', 'externalCode'] as const) {
      const value = values[field]
      if (!value || !existing.isTaken(field, value, found?.id)) continue
      notes.push({ code: 'CodeIsTaken', name: values.name, field, value, detail: null })
      values[field] = found?.[field] ?? null
    }
    if (!found) {
      counts.created += 1
      const record = { ...values, organizationId: tx.organizationId, id: row.id }
      added.push(record)
      existing.add(record)
    } else if (isChanged(found, values)) {
      counts.updated += 1
      if (!dryRun) await update(tx, found, values)
      existing.add({ ...found, ...values })
    } else counts.unchanged += 1
  }
  if (!dryRun) for (const portion of portions(added, AT_ONCE)) await tx.insert(counterparties).values(portion)
  return { counts, notes }
}

const isChanged = (found: Partial<CounterpartyRow>, values: Known): boolean =>
  Object.entries(values).some(
    ([name, value]) => !isDeepStrictEqual(found[name as keyof Known] ?? null, value ?? null),
  )

async function update(tx: Tx, { id }: { id: string }, values: Known): Promise<void> {
  await tx
    .update(counterparties)
    .set({ ...values, version: sql`${counterparties.version} + 1`, updatedAt: sql`now()` })
    .where(sql`${eq(counterparties.organizationId, tx.organizationId)} AND ${eq(counterparties.id, id)}`)
}

type Found = Known & { id: string }

/** Existing counterparties that can match those of a page (docs/domain.md#external-accounting). */
class Existing {
  readonly #all = new Map<string, Found>()

  static async find(tx: Tx, given: readonly { id: string; values: Known }[]): Promise<Existing> {
    const found = new Existing()
    const texts = (field: 'externalCode' | 'code' | 'taxId' | 'phoneNumber') =>
      sql.param([...new Set(given.flatMap(({ values }) => values[field] ?? []))])
    const rows = await tx
      .select()
      .from(counterparties)
      .where(
        sql`${counterparties.organizationId} = ${tx.organizationId} AND NOT ${counterparties.isSystem} AND (
          ${counterparties.id} = ANY(${sql.param(given.map(({ id }) => id))}::uuid[])
          OR ${counterparties.externalCode} = ANY(${texts('externalCode')}::text[])
          OR ${counterparties.code} = ANY(${texts('code')}::text[])
          OR ${counterparties.taxId} = ANY(${texts('taxId')}::text[])
          OR ${counterparties.phoneNumber} = ANY(${texts('phoneNumber')}::text[]))`,
      )
      .orderBy(counterparties.id)
    for (const row of rows) found.add(row)
    return found
  }

  add(row: Found): void {
    this.#all.set(row.id, row)
  }

  /**
   * Returns the match by the strongest key. A tax id or phone number matches only when exactly one
   * counterparty has it.
   */
  of(id: string, { externalCode, code, taxId, phoneNumber }: Known): Found | undefined {
    const all = [...this.#all.values()]
    const strangers = all.filter((each) => each.externalCode === null || each.externalCode === externalCode)
    return (
      this.#all.get(id) ??
      all.find((each) => externalCode !== null && each.externalCode === externalCode) ??
      strangers.find((each) => code !== null && each.code === code) ??
      only(strangers.filter((each) => taxId !== null && each.taxId === taxId)) ??
      only(strangers.filter((each) => phoneNumber !== null && each.phoneNumber === phoneNumber))
    )
  }

  isTaken(field: 'code' | 'externalCode', value: string, byOtherThan: string | undefined): boolean {
    return [...this.#all.values()].some((each) => each[field] === value && each.id !== byOtherThan)
  }
}

const only = <Value>(found: Value[]): Value | undefined => (found.length === 1 ? found[0] : undefined)
