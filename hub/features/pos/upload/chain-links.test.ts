import { describe, expect, it } from 'vitest'
import { continueHead, findForks } from './chain-links.ts'

const link = (seq: number, prevHash: string, hash: string, isSealed = true) => ({
  id: `${seq}${hash}`,
  seq,
  prevHash,
  hash,
  isSealed,
})

describe('continueHead', () => {
  const head = { watermark: 2, highest: 2, headHash: 'b' }

  it('advances the head with consecutive items', () =>
    expect(continueHead(head, [link(3, 'b', 'c'), link(4, 'c', 'd')])).toEqual({
      watermark: 4,
      highest: 4,
      headHash: 'd',
    }))

  it('keeps the watermark below a hole', () =>
    expect(continueHead({ ...head, watermark: 1 }, [link(3, 'b', 'c')])).toMatchObject({
      watermark: 1,
      highest: 3,
    }))

  it('accepts any predecessor in the item after an unreadable one', () =>
    expect(continueHead(head, [link(3, '', 'x', false), link(4, 'y', 'z')])).toMatchObject({ headHash: 'z' }))

  it('starts with item 1, and continues after an unreadable item', () => {
    const nothing = { watermark: 0, highest: 0, headHash: '' }
    expect(continueHead(nothing, [link(1, 'x', 'a')])).toEqual({ watermark: 1, highest: 1, headHash: 'a' })
    expect(continueHead(nothing, [link(2, '', 'a')])).toBeUndefined()
    expect(continueHead({ ...head, headHash: '' }, [link(3, 'x', 'c')])).toMatchObject({ headHash: 'c' })
    expect(continueHead(head, [link(3, 'x', 'c', false)])).toMatchObject({ highest: 3, headHash: '' })
    expect(continueHead(head, [])).toEqual(head)
  })

  it('returns undefined when an item does not follow the previous new item', () => {
    expect(continueHead(head, [link(3, 'b', 'c'), link(4, 'x', 'd')])).toBeUndefined()
    expect(continueHead(head, [link(3, 'b', 'c'), link(5, 'c', 'd')])).toBeUndefined()
    expect(continueHead(head, [link(3, 'b', 'c'), link(3, 'c', 'd')])).toBeUndefined()
  })

  it.each([
    ['a gap in the numbers', [link(4, 'c', 'd')]],
    ['a repeated number', [link(2, 'a', 'b')]],
    ['an item with a wrong previous hash', [link(3, 'x', 'c')]],
  ])('returns undefined for %s', (_title, links) => expect(continueHead(head, links)).toBeUndefined())
})

describe('findForks', () => {
  const chain = [link(1, '', 'a'), link(2, 'a', 'b'), link(3, 'b', 'c')]

  it('finds no fork in a consistent chain, in any order of arrival', () => {
    for (const late of chain) expect(findForks([late], chain)).toEqual([])
  })

  it('finds an item whose number is already taken', () => {
    const other = link(3, 'b', 'x')
    expect(findForks([other], [...chain, other])).toEqual([{ seq: 3, id: '3x' }])
  })

  it('finds an item that its successor does not name, and both of two new items with one number', () => {
    const other = link(3, 'b', 'x')
    const next = link(4, 'c', 'd')
    expect(findForks([other], [...chain.slice(0, 2), other, next])).toEqual([{ seq: 3, id: '3x' }])
    const [, , third] = chain
    expect(findForks([third as typeof other, other], [...chain, other])).toEqual([
      { seq: 3, id: '3c' },
      { seq: 3, id: '3x' },
    ])
  })

  it('trusts only the links of readable items', () => {
    const unread = link(3, '', 'x', false)
    expect(findForks([unread], [...chain.slice(0, 2), unread])).toEqual([])
    const next = link(4, 'whatever', 'd')
    expect(findForks([next], [...chain.slice(0, 2), unread, next])).toEqual([])
    expect(findForks([unread], [...chain.slice(0, 2), unread, next])).toEqual([])
    // It is enough that one of two possible predecessors is named or unreadable.
    expect(findForks([next], [...chain, unread, next])).toEqual([])
  })

  it('finds no fork in an item without stored neighbors', () => {
    expect(findForks([link(7, 'f', 'g')], [link(7, 'f', 'g')])).toEqual([])
  })

  it('finds an item that names a different predecessor', () => {
    const other = link(4, 'x', 'y')
    expect(findForks([other], [...chain, other])).toEqual([{ seq: 4, id: '4y' }])
  })

  it('finds a hole filled by an item that its successor does not name', () => {
    const other = link(2, 'a', 'x')
    expect(
      findForks(
        [other],
        [chain[0], other, chain[2]].filter((each) => each !== undefined),
      ),
    ).toEqual([{ seq: 2, id: '2x' }])
  })

  it('finds no fork in an item that continues one branch of a fork', () => {
    const other = link(3, 'b', 'x')
    const next = link(4, 'x', 'y')
    expect(findForks([next], [...chain, other, next])).toEqual([])
  })
})
