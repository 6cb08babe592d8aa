import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Actor } from '#hub/auth/actor.ts'
import { findRecord } from '#hub/db/records.ts'
import { counterparties, countries, priceTypes, productGroups } from '#hub/db/tables/catalog.ts'
import { documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import { enter } from '#hub/documents/enter.ts'
import { deleteDocument } from '#hub/documents/save-document.ts'
import { deleteCounterparty } from '#hub/features/catalog/counterparties/delete-counterparty.ts'
import { deleteCountry } from '#hub/features/catalog/countries/save-country.ts'
import { deletePriceType } from '#hub/features/catalog/price-types/delete-price-type.ts'
import { deleteProductGroup } from '#hub/features/catalog/product-groups/delete-group.ts'
import { disableUnit } from '#hub/features/catalog/units-of-measure/enable-unit.ts'
import type { Made, MadeKind, MadeReason } from '#shared/contracts/catalog/product-imports.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Drafts } from '../plan/opening-stock.ts'
import type { References } from '../plan/references.ts'
import { findImport, updateImport } from '../queries.ts'

export const made = (kind: MadeKind, records: readonly { id: string; name: string }[]): Made[] =>
  records.map(({ id, name }) => ({ kind, id, name, undone: null, reason: null }))

/**
 * Returns the records other than products that the import creates. `references` is null when none of them are
 * written.
 */
export function recordsMadeBy(references: References | null, drafts: Drafts): Made[] {
  const enters = drafts.flatMap(({ enterId, number }) =>
    enterId === null ? [] : { id: enterId, name: number ?? '' },
  )
  if (!references) return made('Enter', enters)
  const groups = references.groups.added.map(({ group, path }) => ({ id: group.id, name: path }))
  return [
    ...made('Enter', enters),
    ...made('ProductGroup', groups),
    ...made('PriceType', references.addedPriceTypes),
    ...made('Counterparty', references.addedSuppliers),
    ...made('Country', references.addedCountries),
    ...made('UnitOfMeasure', references.enabledUnits),
  ]
}

/** Marks the drafts that must be kept because the user who undoes the import was not allowed to create them. */
export async function keepForbidden(
  tx: Tx,
  importId: string,
  { permissions, storeIds }: Actor,
): Promise<void> {
  await eachMade(tx, importId, async ({ kind, id }) => {
    if (kind !== 'Enter') return undefined
    const document = await findRecord(tx, documents, id)
    const isSeen = storeIds.length === 0 || storeIds.includes(document?.storeId ?? '')
    return permissions.has('inventory.create') && isSeen
      ? undefined
      : { undone: 'LeftAlone', reason: 'forbidden' }
  })
}

/**
 * Deletes the records other than products that the import created. A record that was edited since or is in
 * use is kept, with the reason. Stock receipts refer to products and are deleted before them. Groups and
 * other records, to which products refer, are deleted after them. Idempotent.
 */
export async function deleteMade(
  tx: Tx,
  importId: string,
  when: 'before records' | 'after records',
): Promise<void> {
  await eachMade(tx, importId, async (one) => {
    if ((one.kind === 'Enter') !== (when === 'before records')) return undefined
    const reason = await whyNot(tx, one)
    return reason === null ? { undone: 'Undone', reason } : { undone: 'LeftAlone', reason }
  })
}

type Ended = Pick<Made, 'undone' | 'reason'>

/** Applies `end` to each record that was not processed yet. Groups come after their subgroups. */
async function eachMade(
  tx: Tx,
  importId: string,
  end: (one: Made) => Promise<Ended | undefined>,
): Promise<void> {
  const outcome = (await findImport(tx, importId))?.outcome
  const all = (outcome?.made ?? []) as Made[]
  if (all.every(({ undone }) => undone !== null)) return
  const ended = new Map<Made, Ended>()
  for (const one of all.toReversed()) {
    const how = one.undone === null ? await end(one) : undefined
    if (how) ended.set(one, how)
  }
  if (ended.size === 0) return
  await updateImport(tx, importId, {
    outcome: { ...outcome, made: all.map((one) => ({ ...one, ...ended.get(one) })) },
  })
}

const TABLES = {
  Enter: documents,
  ProductGroup: productGroups,
  PriceType: priceTypes,
  Counterparty: counterparties,
  Country: countries,
} as const

/** Actor for the deletions, which need no permission beyond having created the record. */
const NOBODY = { employeeId: null, permissions: new Set<Permission>() }

const DELETE: Record<MadeKind, (tx: Tx, id: string) => Promise<void>> = {
  Enter: (tx, id) => deleteDocument(tx, enter, id, NOBODY),
  ProductGroup: deleteProductGroup,
  PriceType: deletePriceType,
  Counterparty: (tx, id) => deleteCounterparty(tx, id, null, { clearReferences: false }),
  Country: deleteCountry,
  UnitOfMeasure: disableUnit,
}

/** Deletes the record. Returns null, or the reason why it cannot be deleted. */
async function whyNot(tx: Tx, { kind, id }: Made): Promise<MadeReason | null> {
  await tx.execute(sql`SAVEPOINT made`)
  try {
    if (kind !== 'UnitOfMeasure') {
      const record = await findRecord(tx, TABLES[kind], id)
      if (!record) return null
      if ('status' in record && record.status === 'Posted') return 'posted'
      if (record.version !== 1) return 'edited_since'
    }
    await DELETE[kind](tx, id)
    return null
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    await tx.execute(sql`ROLLBACK TO SAVEPOINT made`)
    return reason
  } finally {
    await tx.execute(sql`RELEASE SAVEPOINT made`).catch(() => undefined)
  }
}

const REASONS: { [code in ProblemCode]?: MadeReason } = {
  document_posted: 'posted',
  period_closed: 'period_closed',
}

/** Returns the reason, or undefined when the error does not concern the record. */
function reasonOf(error: unknown): MadeReason | undefined {
  if (error instanceof Problem) return REASONS[error.code] ?? 'in_use'
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === '23503' ? 'in_use' : undefined
}
