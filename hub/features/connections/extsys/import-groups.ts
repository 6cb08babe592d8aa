import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { productGroups } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { GroupRow } from '#hub/features/catalog/product-groups/present.ts'
import { createProductGroup, updateProductGroup } from '#hub/features/catalog/product-groups/save-group.ts'
import { ProductGroupCreate } from '#shared/contracts/catalog/product-groups.ts'
import type { ExtsysNote } from '#shared/contracts/organization/extsys.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { filterOf, idOf, own, Ref } from './fields.ts'
import type { Import } from './import.ts'

const Folder = z.object({ ...own, productFolder: Ref.optional() })
type Folder = z.output<typeof Folder>

/**
 * Imports MoySklad folders as product groups in one transaction, including folders without products. A group
 * with the folder's external code takes the folder's name and place, and keeps its products. Otherwise the
 * group with the same name and place is used. Folders that cannot be placed are left out and reported.
 */
export async function importGroups({ hub, moySklad, run, author }: Import): Promise<ImportedGroups> {
  const query = { filter: filterOf(null) }
  const folders = fromTheTop(await moySklad.all('entity/productfolder', Folder, query))
  if (folders.length === 0) return { notes: [], made: [] }
  return hub.db.transact(run.organizationId, (tx) => writeGroups(tx, folders), author())
}

interface ImportedGroups {
  notes: ExtsysNote[]
  /** New groups, parents first. */
  made: Pick<GroupRow, 'id' | 'name'>[]
}

/** Sorts folders so that each one follows its parent. */
function fromTheTop(folders: readonly Folder[]): Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const sorted = new Set<Folder>()
  const take = (folder: Folder, way: readonly Folder[]): void => {
    const parent = folder.productFolder && byId.get(idOf(folder.productFolder))
    if (parent && !sorted.has(parent) && !way.includes(parent)) take(parent, [...way, folder])
    sorted.add(folder)
  }
  for (const folder of folders) take(folder, [])
  return [...sorted]
}

async function writeGroups(tx: Tx, folders: readonly Folder[]): Promise<ImportedGroups> {
  const notes: ExtsysNote[] = []
  const made: ImportedGroups['made'] = []
  const known = await tx
    .select()
    .from(productGroups)
    .where(eq(productGroups.organizationId, tx.organizationId))
  const groups = new Map(known.map((group) => [group.id, group]))
  const codes = new Set(folders.map(codeOf))
  /** Group ids by folder id. */
  const groupOf = new Map<string, string>()
  for (const folder of folders) {
    const parentId = (folder.productFolder && groupOf.get(idOf(folder.productFolder))) ?? null
    const externalCode = codeOf(folder)
    const all = [...groups.values()]
    const namesake = all.find((group) => group.parentId === parentId && group.name === folder.name)
    const isOthers = namesake?.externalCode != null && codes.has(namesake.externalCode)
    const found =
      all.find((group) => group.externalCode === externalCode) ?? (isOthers ? undefined : namesake)
    if (!found && folder.archived) continue
    if (namesake && namesake !== found) {
      // Products name their folder by its path, so they end up in the namesake.
      groupOf.set(folder.id, namesake.id)
      notes.push(leftOut(folder, 'another group has this name here'))
      continue
    }
    const sent = { parentId, name: folder.name, code: folder.code ?? null, externalCode }
    const given = ProductGroupCreate.safeParse({
      ...sent,
      isArchived: folder.archived,
      id: found?.id ?? newId(),
    })
    if (!given.success) {
      notes.push(leftOut(folder, given.error.issues[0]?.message ?? null))
      continue
    }
    try {
      const group = await save(tx, found, given.data)
      groups.set(group.id, group)
      if (!found) made.push(group)
      groupOf.set(folder.id, group.id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      notes.push(leftOut(folder, error.options.errors?.[0]?.detail ?? error.message))
    }
  }
  return { notes, made }
}

async function save(tx: Tx, found: GroupRow | undefined, group: ProductGroupCreate): Promise<GroupRow> {
  if (!found) return (await createProductGroup(tx, group)).row
  const { parentId, name, code, externalCode, isArchived } = group
  const changes = { parentId, name, code, externalCode, isArchived }
  const isChanged = Object.entries(changes).some(
    ([field, value]) => found[field as keyof typeof changes] !== value,
  )
  if (!isChanged) return found
  const { version, markup, vatRate, useParentVat, keywords, sortOrder } = found
  const kept = { version, markup, vatRate, useParentVat, keywords, sortOrder }
  return updateProductGroup(tx, found.id, { ...kept, ...changes })
}

const codeOf = (folder: Folder): string => folder.externalCode ?? folder.id

const leftOut = ({ name }: Folder, detail: string | null): ExtsysNote => ({
  code: 'RecordLeftOut',
  name: name || null,
  field: 'productFolder',
  value: name.slice(0, 200),
  detail,
})
