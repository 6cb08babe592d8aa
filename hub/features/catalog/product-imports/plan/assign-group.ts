import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { firstWord, groupPath } from '#shared/imports/group-path.ts'
import type { ImportFormat, ImportRow } from '#shared/imports/read-row.ts'
import type { RemarkText } from '#shared/imports/remarks.ts'
import type { ReadProducts } from '../read/read-products.ts'
import type { ImportReport } from '../report.ts'
import type { Existing } from './find-existing.ts'
import type { Group } from './group-tree.ts'
import type { References } from './references.ts'
import type { RowFaults } from './row-faults.ts'

/**
 * Reason for a product's group, which is the first that applies (docs/domain.md#import-groups). With `kept`
 * and `none`, the file states no group.
 */
export type GroupReason = 'path' | 'heading' | 'parent' | 'kept' | 'keyword' | 'firstWord' | 'import' | 'none'

const FEWEST_OF_A_WORD = 3

interface Input {
  read: ReadProducts
  rows: readonly { row: ImportRow; existing: Existing | undefined }[]
  references: References
  format: ImportFormat
  report: ImportReport
  faults: RowFaults
}

/** Assigns a group to each product. With files from the accounting system, every product gets a group. */
export class GroupAssignment {
  readonly reasons: Record<GroupReason, number> = {
    path: 0,
    heading: 0,
    parent: 0,
    kept: 0,
    keyword: 0,
    firstWord: 0,
    import: 0,
    none: 0,
  }
  readonly #input: Input
  readonly #byWord: ReadonlyMap<string, string>
  /** Rows by code, to look up the parents of variants. */
  readonly #parents: ReadonlyMap<string, ImportRow>
  readonly #paths = new Map<string, Group | RemarkText>()

  private constructor(input: Input, byWord: ReadonlyMap<string, string>) {
    this.#input = input
    this.#byWord = byWord
    this.#parents = new Map(input.rows.flatMap(({ row }) => (row.code ? [[row.code, row] as const] : [])))
    for (const { row, group, name } of input.read.groups) {
      const made = input.references.groups.ensure([...groupPath(group), name])
      if ('message' in made) input.report.fault({ row, column: null, value: name, ...made })
    }
  }

  static async prepare(tx: Tx, input: Input): Promise<GroupAssignment> {
    const words = new Set(
      input.format === 'ext-csv'
        ? input.rows.flatMap(({ row, existing }) =>
            existing || row.group || row.heading ? [] : (firstWord(row.name) ?? []),
          )
        : [],
    )
    return new GroupAssignment(input, await findGroupsOfWords(tx, [...words]))
  }

  of(row: ImportRow, existing: Existing | undefined): { groupId: string | null; reason: GroupReason } {
    const assigned = this.#find(row, existing)
    this.reasons[assigned.reason] += 1
    return assigned
  }

  #find(row: ImportRow, existing: Existing | undefined): { groupId: string | null; reason: GroupReason } {
    const { references, format } = this.#input
    if (row.group) return { groupId: this.#ofCell(row, row.group), reason: 'path' }
    if (row.heading) return { groupId: this.#ofPath(row, row.heading), reason: 'heading' }
    if (format === 'csv') {
      // An empty cell means that the product has no group.
      if (row.group === '') return { groupId: null, reason: 'none' }
      return { groupId: existing?.productGroupId ?? null, reason: existing ? 'kept' : 'none' }
    }
    const parent = row.parentCode ? this.#parents.get(row.parentCode) : undefined
    if (parent?.group) return { groupId: this.#ofCell(row, parent.group), reason: 'parent' }
    if (existing) return { groupId: existing.productGroupId, reason: 'kept' }
    const keyword = references.groups.byKeyword(row.name)
    if (keyword) return { groupId: keyword.id, reason: 'keyword' }
    const alike = this.#byWord.get(firstWord(row.name) ?? '')
    if (alike) return { groupId: alike, reason: 'firstWord' }
    return { groupId: this.#ofPath(row, [`Импорт ${references.today}`]), reason: 'import' }
  }

  #ofCell(row: ImportRow, cell: string): string | null {
    const known = this.#input.references.groups.named(cell)
    return known ? known.id : this.#ofPath(row, groupPath(cell))
  }

  #ofPath(row: ImportRow, path: readonly string[]): string | null {
    const key = path.join('/')
    const group = this.#paths.get(key) ?? this.#input.references.groups.ensure(path)
    this.#paths.set(key, group)
    if (!('message' in group)) return group.id
    this.#input.faults.add(row, 'group', key, group)
    return null
  }
}

/**
 * Returns for each word the non-archived group in which most products begin with it, if there are at least
 * three such products. Uses one statement.
 */
async function findGroupsOfWords(tx: Tx, words: readonly string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map()
  const { rows } = await tx.execute<{ word: string; groupId: string }>(sql`
    SELECT DISTINCT ON (word) word, product_group_id AS "groupId"
    FROM (
      SELECT lower(substring(p.name FROM '^[[:alpha:]]+')) AS word, p.product_group_id, count(*) AS products
      FROM products p
      JOIN product_groups g ON g.organization_id = p.organization_id AND g.id = p.product_group_id
      WHERE p.organization_id = ${tx.organizationId} AND NOT g.is_archived
        AND lower(substring(p.name FROM '^[[:alpha:]]+')) = ANY(${sql.param([...words])}::text[])
      GROUP BY 1, 2
      HAVING count(*) >= ${FEWEST_OF_A_WORD}
    ) AS counted
    ORDER BY word, products DESC, product_group_id`)
  return new Map(rows.map(({ word, groupId }) => [word, groupId]))
}
