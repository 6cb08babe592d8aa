import { describe, expect, it } from 'vitest'
import { begun, isTyped, meet, saved } from './edited.ts'

describe('a form over what somebody else has saved meanwhile', () => {
  const begin = { name: 'Depot', address: null, tags: ['a'], size: 1 }

  it('keeps what was typed, takes all else, and says what is not the same', () => {
    const values = { ...begin, name: 'Mine', tags: ['a', 'b'] }
    const theirs = { ...begin, name: 'Theirs', size: 2 }
    expect(meet({ begin, values }, theirs)).toEqual({
      values: { name: 'Mine', address: null, tags: ['a', 'b'], size: 2 },
      differences: [
        { name: 'name', theirs: 'Theirs', mine: 'Mine' },
        { name: 'tags', theirs: ['a'], mine: ['a', 'b'] },
        { name: 'size', theirs: 2, mine: 1 },
      ],
    })
  })

  it('says nothing where nothing was typed, or the same was', () => {
    const theirs = { ...begin, name: 'Theirs', size: 2 }
    expect(meet({ begin, values: begin }, theirs)).toEqual({ values: theirs, differences: [] })
    const same = { ...begin, name: 'Theirs' }
    expect(meet({ begin, values: same }, theirs)).toEqual({ values: theirs, differences: [] })
  })

  it('takes null and what is left out as the same', () => {
    expect(isTyped({ begin: { address: null }, values: {} })).toBe(false)
    expect(isTyped({ begin: { address: null }, values: { address: '' } })).toBe(true)
  })

  it('keeps what is typed while a save is under way', () => {
    const sent = { ...begin, name: 'Sent' }
    const typed = { ...begun(begin, 1), values: { ...sent, address: 'Later' } }
    expect(saved(typed, sent, { ...begin, name: 'Sent ' }, 2)).toEqual({
      ...{ version: 2, differences: [], begin: { ...begin, name: 'Sent ' } },
      values: { ...begin, name: 'Sent ', address: 'Later' },
    })
  })
})
