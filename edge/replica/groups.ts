import type { Db } from '../sqlite/open.ts'

export interface Group {
  id: string
  name: string
}

interface Row extends Group {
  parentId: string | null
  hasProducts: 0 | 1
}

/** Product groups, which the till shows as tiles. */
export class GroupsReader {
  readonly #find
  readonly #list

  constructor(db: Db) {
    this.#find = db.prepare<[string], Omit<Row, 'hasProducts'>>(
      'SELECT id, name, parent_id AS parentId FROM groups WHERE id = ?',
    )
    this.#list = db.prepare<[], Row>(
      `SELECT g.id, g.name, g.parent_id AS parentId,
              EXISTS (SELECT 1 FROM products p WHERE p.group_id = g.id AND p.is_listed = 1) AS hasProducts
       FROM groups g ORDER BY g.sort_order, g.name, g.id`,
    )
  }

  /** Returns the groups from the top level down to this one, or null when the group is unknown. */
  findPath(id: string): Group[] | null {
    const path: Group[] = []
    for (let at: string | null = id.toLowerCase(); at !== null && !path.some((each) => each.id === at); ) {
      const row = this.#find.get(at)
      if (!row) break
      path.unshift({ id: row.id, name: row.name })
      at = row.parentId
    }
    return path.length > 0 ? path : null
  }

  /**
   * Lists the subgroups of a group, or the top-level groups, in the order of the shop. Groups without listed
   * products at any depth are left out.
   */
  listBelow(parentId: string | null): Group[] {
    const rows = this.#list.all()
    const parents = new Map(rows.map((row) => [row.id, row.parentId]))
    const filled = new Set<string>()
    for (const row of rows) {
      if (!row.hasProducts) continue
      for (let at: string | null = row.id; at !== null && !filled.has(at); at = parents.get(at) ?? null)
        filled.add(at)
    }
    const under = parentId?.toLowerCase() ?? null
    return rows
      .filter((row) => row.parentId === under && filled.has(row.id))
      .map(({ id, name }) => ({ id, name }))
  }
}
