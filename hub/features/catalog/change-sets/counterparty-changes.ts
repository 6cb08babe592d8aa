import { and, eq, inArray, sql } from 'drizzle-orm'
import { portions, requireReference } from '#hub/db/records.ts'
import { counterparties, priceTypes } from '#hub/db/tables/catalog.ts'
import type { FieldValues } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import { filtersOf } from '#hub/features/catalog/counterparties/queries.ts'
import type { ChangeSetCreate } from '#shared/contracts/catalog/change-sets.ts'
import { MAX_TAGS } from '#shared/contracts/catalog/counterparties.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { type ChangeKind, type CurrentRecord, type PlannedRow, type Refusal, valueIn } from './change-kind.ts'

export type CounterpartiesRequest = Extract<ChangeSetCreate, { kind: 'counterparties' }>

/** Number of counterparties per statement. */
const PORTION = 2000

/** Changes of fields and tags of counterparties. */
export const COUNTERPARTY_CHANGES: ChangeKind<CounterpartiesRequest> = {
  async *plan(tx, requested) {
    await requirePriceType(tx, requested)
    for (const ids of portions(await listTargets(tx, requested), PORTION)) {
      const current = new Map((await readCounterparties(tx, ids)).map((record) => [record.id, record]))
      yield ids.flatMap((id) => {
        const record = current.get(id)
        return record ? [planned(record, requested)] : []
      })
    }
  },

  async read(tx, ids) {
    await tx.execute(sql`
      SELECT FROM counterparties
      WHERE organization_id = ${tx.organizationId} AND id = ANY(${sql.param(ids)}::uuid[])
      ORDER BY id FOR NO KEY UPDATE`)
    return readCounterparties(tx, ids)
  },

  check: (tx, requested) => requirePriceType(tx, requested),

  async write(tx, changes) {
    const given = changes.map(({ current: { id, values: now }, values }) => ({ id, ...now, ...values }))
    await tx.execute(sql`
      UPDATE counterparties AS c SET is_supplier = given."isSupplier", is_customer = given."isCustomer",
        price_type_id = given."priceTypeId", tags = given.tags, is_archived = given."isArchived",
        version = c.version + 1, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (
        id uuid, "isSupplier" boolean, "isCustomer" boolean, "priceTypeId" uuid, tags text[], "isArchived" boolean)
      WHERE c.organization_id = ${tx.organizationId} AND c.id = given.id`)
  },
}

const requirePriceType = (tx: Tx, { changes }: CounterpartiesRequest): Promise<void> =>
  requireReference(tx, priceTypes, changes.priceTypeId, ['changes', 'priceTypeId'], 'price type')

/** Returns the ids, ordered by name. Throws `invalid_request` naming unknown ids. */
async function listTargets(tx: Tx, { ids, filter }: CounterpartiesRequest): Promise<string[]> {
  const where = ids ? [inArray(counterparties.id, ids)] : await filtersOf(filter ?? {}, tx)
  const rows = await tx
    .select({ id: counterparties.id })
    .from(counterparties)
    .where(and(eq(counterparties.organizationId, tx.organizationId), ...where))
    .orderBy(counterparties.name, counterparties.id)
  const found = new Set(rows.map(({ id }) => id))
  for (const [index, id] of (ids ?? []).entries())
    if (!found.has(id)) throw invalidField(['ids', index], `there is no counterparty ${id}`)
  return [...found]
}

async function readCounterparties(tx: Tx, ids: string[]): Promise<CurrentRecord[]> {
  const { id, version, name, isSystem, isSupplier, isCustomer, priceTypeId, tags, isArchived } =
    counterparties
  const rows = await tx
    .select({ id, version, name, isSystem, isSupplier, isCustomer, priceTypeId, tags, isArchived })
    .from(counterparties)
    .where(and(eq(counterparties.organizationId, tx.organizationId), inArray(id, ids)))
  return rows.map(({ id, version, ...values }) => ({ id, version, values }))
}

function planned(record: CurrentRecord, { changes }: CounterpartiesRequest): PlannedRow {
  const { addTags = [], removeTags = [], ...fields } = changes
  const had = record.values.tags as string[]
  const tags = [...new Set([...had, ...addTags])].filter((tag) => !removeTags.includes(tag))
  const after: FieldValues = { ...fields, ...(addTags.length + removeTags.length > 0 && { tags }) }
  const before = Object.fromEntries(Object.keys(after).map((field) => [field, valueIn(record, field)]))
  return {
    recordId: record.id,
    name: String(record.values.name),
    version: record.version,
    before,
    after,
    refusal: refusalOf(record, after),
  }
}

function refusalOf({ values }: CurrentRecord, { isArchived, tags }: FieldValues): Refusal | null {
  if (values.isSystem && isArchived)
    return { code: 'system_record', field: 'isArchived', detail: 'it cannot be archived' }
  return Array.isArray(tags) && tags.length > MAX_TAGS
    ? { code: 'too_many_tags', field: 'tags', detail: `has at most ${MAX_TAGS} tags` }
    : null
}
