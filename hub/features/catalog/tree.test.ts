import { describe, expect, it } from 'vitest'
import { checkPlace as checkPlaceOf, MAX_DEPTH, type Node } from './tree.ts'

const checkPlace = (nodes: Node[], id: string | undefined, parentId: string | null) =>
  checkPlaceOf(nodes, id, parentId, 'group')

/** Returns nodes with g1 at the top, g2 under it, and so on down. */
const chain = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `g${index + 1}`,
    parentId: index === 0 ? null : `g${index}`,
  }))

describe('a tree', () => {
  it('takes a record at the top', () => {
    expect(() => checkPlace([], undefined, null)).not.toThrow()
  })

  it('allows the greatest depth and refuses a deeper place', () => {
    expect(() => checkPlace(chain(MAX_DEPTH - 1), undefined, `g${MAX_DEPTH - 1}`)).not.toThrow()
    expect(() => checkPlace(chain(MAX_DEPTH), undefined, `g${MAX_DEPTH}`)).toThrow(/levels deep/)
  })

  it('counts the levels that a moved record brings along', () => {
    const nodes = [...chain(MAX_DEPTH - 1), { id: 'a', parentId: null }, { id: 'b', parentId: 'a' }]
    expect(() => checkPlace(nodes, 'b', `g${MAX_DEPTH - 1}`)).not.toThrow()
    expect(() => checkPlace(nodes, 'a', `g${MAX_DEPTH - 1}`)).toThrow(/levels deep/)
  })

  it('refuses a place under itself', () => {
    expect(() => checkPlace(chain(3), 'g1', 'g1')).toThrow(/under itself/)
    expect(() => checkPlace(chain(3), 'g1', 'g3')).toThrow(/under itself/)
  })

  it('refuses a parent that does not exist', () => {
    expect(() => checkPlace(chain(2), undefined, 'other')).toThrow(/no group other/)
  })
})
