import { invalidField } from '#shared/problems/problem.ts'

/** A record that can be placed under another record of the same kind. */
export interface Node {
  id: string
  parentId: string | null
}

export const MAX_DEPTH = 8

/**
 * Checks that a record can be placed under `parentId`. Throws `invalid_request` naming parentId when the
 * parent does not exist, when it is the record itself or one of its descendants, and when the tree would
 * exceed 8 levels.
 */
export function checkPlace(
  nodes: readonly Node[],
  id: string | undefined,
  parentId: string | null,
  noun: string,
): void {
  const parents = new Map(nodes.map((node) => [node.id, node.parentId]))
  if (parentId !== null && !parents.has(parentId)) throw refuse(`there is no ${noun} ${parentId}`)
  const above = wayUp(parents, parentId)
  if (id !== undefined && above.includes(id)) throw refuse(`a ${noun} cannot stand under itself`)
  if (above.length + height(parents, id) > MAX_DEPTH)
    throw refuse(`the tree is at most ${MAX_DEPTH} levels deep`)
}

type Parents = ReadonlyMap<string, string | null>

/** Returns the ids of a record and its ancestors, from the record up to the top. */
function wayUp(parents: Parents, id: string | null): string[] {
  const way: string[] = []
  for (let at = id; at !== null; at = parents.get(at) ?? null) way.push(at)
  return way
}

/** Returns the number of levels in the subtree of a record, including the record itself. */
function height(parents: Parents, id: string | undefined): number {
  if (id === undefined) return 1
  const levels = [...parents.keys()].map((below) => wayUp(parents, below).indexOf(id) + 1)
  return Math.max(1, ...levels)
}

const refuse = (detail: string) => invalidField(['parentId'], detail)
