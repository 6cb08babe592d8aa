import { and, eq, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm'
import { listRows, notFound } from '#hub/db/records.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { productImports } from '#hub/db/tables/products.ts'
import type { Author, Database, Tx } from '#hub/db/transact.ts'
import type { ListQuery } from '#shared/contracts/common.ts'
import { must } from '#shared/std/must.ts'

export type ImportRecord = InferSelectModel<typeof productImports>
type NewImport = Omit<InferInsertModel<typeof productImports>, 'organizationId'>

export async function insertImport(tx: Tx, values: NewImport): Promise<ImportRecord> {
  const [row] = await tx
    .insert(productImports)
    .values({ ...values, organizationId: tx.organizationId })
    .returning()
  return must(row)
}

export async function findImport(tx: Tx, id: string): Promise<ImportRecord | undefined> {
  const [row] = await tx.select().from(productImports).where(own(tx, id))
  return row
}

/** Returns the import. Throws `not_found`. */
export async function getImport(tx: Tx, id: string): Promise<ImportRecord> {
  const row = await findImport(tx, id)
  if (!row) throw notFound('import', id)
  return row
}

export function listImports(tx: Tx, query: ListQuery): Promise<{ rows: ImportRecord[]; total: number }> {
  return listRows(tx, productImports, query, {
    where: [eq(productImports.organizationId, tx.organizationId)],
    searchIn: [productImports.fileName],
    sortBy: { createdAt: productImports.createdAt },
    defaultSort: '-createdAt',
  })
}

export async function updateImport(tx: Tx, id: string, values: Partial<NewImport>): Promise<void> {
  await tx.update(productImports).set(values).where(own(tx, id))
}

/** Deletes the import and returns the key of its file. */
export async function deleteImport(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.delete(productImports).where(own(tx, id)).returning()
  return must(row, 'the import').fileKey
}

/** Records the progress. It only increases, and not after the import has ended. */
export async function noteProgress(tx: Tx, id: string, rowsDone: number): Promise<void> {
  await tx
    .update(productImports)
    .set({ rowsDone: sql`greatest(${productImports.rowsDone}, ${rowsDone})` })
    .where(and(own(tx, id), eq(productImports.status, 'Running')))
}

/**
 * Returns the employee of an account, or an author without an employee when the account has none in the
 * organization.
 */
async function findEmployee(tx: Tx, accountId: string): Promise<Omit<Author, 'command'>> {
  const [row] = await tx
    .select({ employeeId: employees.id, storeIds: employees.storeIds })
    .from(employees)
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.accountId, accountId)))
  return row ?? { employeeId: null, storeIds: [] }
}

const own = (tx: Tx, id: string) =>
  and(eq(productImports.organizationId, tx.organizationId), eq(productImports.id, id))

/**
 * Returns the employee who sent the file of an import. `employeeId` is null when no user sent it, or when the
 * account does not belong to an employee any longer.
 */
export async function senderOf(
  db: Database,
  { organizationId, createdById }: ImportRecord,
): Promise<Omit<Author, 'command'>> {
  if (!createdById) return { employeeId: null, storeIds: [] }
  return db.read(organizationId, (tx) => findEmployee(tx, createdById))
}
