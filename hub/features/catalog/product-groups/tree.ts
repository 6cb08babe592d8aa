import { invalidField } from '#shared/problems/problem.ts'
import type { Node } from './queries.ts'

export const MAX_DEPTH = 8

/**
 * Whether the group may stand under `parentId`: throws invalid_request naming parentId when there is no such group,
 * when it is the group itself or one below it, and when the tree would become deeper than 8 levels.
 */
export function checkPlace(nodes: readonly Node[], id: string | undefined, parentId: string | null): void {
  const parents = new Map(nodes.map((node) => [node.id, node.parentId]))
  if (parentId !== null && !parents.has(parentId)) throw refuse(`there is no product group ${parentId}`)
  const above = wayUp(parents, parentId)
  if (id !== undefined && above.includes(id)) throw refuse('a group cannot stand under itself')
  if (above.length + height(parents, id) > MAX_DEPTH)
    throw refuse(`the tree is at most ${MAX_DEPTH} levels deep`)
}

type Parents = ReadonlyMap<string, string | null>

/** The group and all above it, from below to the top. */
function wayUp(parents: Parents, id: string | null): string[] {
  const way: string[] = []
  for (let at = id; at !== null; at = parents.get(at) ?? null) way.push(at)
  return way
}

/** Levels of the group with all below it: 1 when there is none. */
function height(parents: Parents, id: string | undefined): number {
  if (id === undefined) return 1
  const levels = [...parents.keys()].map((below) => wayUp(parents, below).indexOf(id) + 1)
  return Math.max(1, ...levels)
}

const refuse = (detail: string) => invalidField(['parentId'], detail)
