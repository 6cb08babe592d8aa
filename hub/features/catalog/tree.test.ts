import { describe, expect, it } from 'vitest'
import { checkPlace as checkPlaceOf, MAX_DEPTH, type Node } from './tree.ts'

const checkPlace = (nodes: Node[], id: string | undefined, parentId: string | null) =>
  checkPlaceOf(nodes, id, parentId, 'group')

/** Returns a chain of nodes: g1 at the top, g2 under g1, and so on. */
const chain = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `g${index + 1}`,
    parentId: index === 0 ? null : `g${index}`,
  }))

describe('checkPlace', () => {
  it('allows a record at the top level', () => {
    expect(() => checkPlace([], undefined, null)).not.toThrow()
  })

  it('allows a place at the maximum depth and refuses a deeper one', () => {
    expect(() => checkPlace(chain(MAX_DEPTH - 1), undefined, `g${MAX_DEPTH - 1}`)).not.toThrow()
    expect(() => checkPlace(chain(MAX_DEPTH), undefined, `g${MAX_DEPTH}`)).toThrow(/levels deep/)
  })

  it('counts the levels below a moved record toward the maximum depth', () => {
    const nodes = [...chain(MAX_DEPTH - 1), { id: 'a', parentId: null }, { id: 'b', parentId: 'a' }]
    expect(() => checkPlace(nodes, 'b', `g${MAX_DEPTH - 1}`)).not.toThrow()
    expect(() => checkPlace(nodes, 'a', `g${MAX_DEPTH - 1}`)).toThrow(/levels deep/)
  })

  it('refuses to place a record under itself or its descendant', () => {
    expect(() => checkPlace(chain(3), 'g1', 'g1')).toThrow(/under itself/)
    expect(() => checkPlace(chain(3), 'g1', 'g3')).toThrow(/under itself/)
  })

  it('refuses a parent that does not exist', () => {
    expect(() => checkPlace(chain(2), undefined, 'other')).toThrow(/no group other/)
  })
})
