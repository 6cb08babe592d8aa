import { describe, expect, it } from 'vitest'
import type { ProductGroup } from '#shared/contracts/catalog/product-groups.ts'
import { groupRows } from './group-tree.ts'

const group = (id: string, parentId: string | null) => ({ id, parentId, name: `Group ${id}` }) as ProductGroup
const GROUPS = [group('food', null), group('tea', 'food'), group('green', 'tea'), group('soap', null)]
const seen = (search: string, open: string[]) =>
  groupRows(GROUPS, { search, isOpen: (id) => open.includes(id) }).map(
    ({ group: { id }, depth }) => `${'-'.repeat(depth)}${id}`,
  )

describe('groupRows', () => {
  it('lists the children of open groups only', () => {
    expect(seen('', [])).toEqual(['food', 'soap'])
    expect(seen('', ['food'])).toEqual(['food', '-tea', 'soap'])
    expect(seen('', ['food', 'tea'])).toEqual(['food', '-tea', '--green', 'soap'])
  })

  it('lists search results with all their parent groups, open or closed', () => {
    expect(seen('GREEN', [])).toEqual(['food', '-tea', '--green'])
    expect(seen('soap', ['food'])).toEqual(['soap'])
    expect(seen('nothing', [])).toEqual([])
  })
})
