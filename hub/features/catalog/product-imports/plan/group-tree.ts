import { groupPath, pathKey } from '#shared/imports/group-path.ts'
import { type RemarkText, remarkText } from '#shared/imports/remarks.ts'
import { newId } from '#shared/std/ids.ts'

export interface Group {
  id: string
  parentId: string | null
  name: string
  isArchived: boolean
  /** A product whose name contains one of these keywords belongs to this group. */
  keywords: readonly string[]
}

const MAX_DEPTH = 8
const MAX_NAME = 255

/** Groups of an organization by path, including those that a file adds. */
export class GroupTree {
  readonly added: { group: Group; path: string }[] = []
  readonly #groups = new Map<string, Group>()
  /** Groups by exact path. `#byKey` ignores case. */
  readonly #byPath = new Map<string, Group>()
  readonly #byKey = new Map<string, Group>()
  readonly #keywords: { keyword: string; group: Group }[]

  constructor(groups: readonly Group[]) {
    for (const group of groups) this.#groups.set(group.id, group)
    for (const group of groups) this.#index(group)
    this.#keywords = groups
      .filter((group) => !group.isArchived)
      .flatMap((group) => group.keywords.map((keyword) => ({ keyword: keyword.toLowerCase(), group })))
      .filter(({ keyword }) => keyword !== '')
      .sort((a, b) => b.keyword.length - a.keyword.length || a.keyword.localeCompare(b.keyword))
  }

  get(id: string): Group | undefined {
    return this.#groups.get(id)
  }

  pathOf(group: Group): string {
    const parent = group.parentId === null ? undefined : this.#groups.get(group.parentId)
    return parent ? `${this.pathOf(parent)}/${group.name}` : group.name
  }

  /**
   * Returns the group named by a cell, or undefined when there is none. A group with exactly this path takes
   * precedence, because names can contain a slash.
   */
  named(cell: string): Group | undefined {
    return this.#byPath.get(cell) ?? this.#byKey.get(pathKey(groupPath(cell)))
  }

  /**
   * Returns the group at the end of the path and adds missing groups, or returns the reason why they cannot
   * be added.
   */
  ensure(path: readonly string[]): Group | RemarkText {
    if (path.length > MAX_DEPTH) return remarkText('group_too_deep', { most: MAX_DEPTH })
    let group: Group | undefined
    for (const [index, name] of path.entries()) {
      if (name.length > MAX_NAME) return remarkText('group_name_too_long', { most: MAX_NAME })
      const way = path.slice(0, index + 1)
      group = this.#byPath.get(way.join('/')) ?? this.#byKey.get(pathKey(way)) ?? this.#add(name, group)
    }
    return group ?? remarkText('no_group')
  }

  /** Returns the group with the longest keyword contained in the name, or undefined when there is none. */
  byKeyword(name: string): Group | undefined {
    const text = name.toLowerCase()
    return this.#keywords.find(({ keyword }) => text.includes(keyword))?.group
  }

  #add(name: string, parent: Group | undefined): Group {
    const group = { id: newId(), parentId: parent?.id ?? null, name, isArchived: false, keywords: [] }
    this.#groups.set(group.id, group)
    this.added.push({ group, path: this.#index(group) })
    return group
  }

  #index(group: Group): string {
    const path = this.pathOf(group)
    this.#byPath.set(path, group)
    const key = path.toLowerCase()
    // Of several groups that differ only in case, the first one counts.
    if (!this.#byKey.has(key)) this.#byKey.set(key, group)
    return path
  }
}
