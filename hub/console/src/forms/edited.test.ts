import { describe, expect, it } from 'vitest'
import { begun, isTyped, mergeSave, saved } from './edited.ts'

describe('form edited while another user saves', () => {
  const begin = { name: 'Depot', address: null, tags: ['a'], size: 1 }

  it('keeps the input, takes over all other values, and lists the differences', () => {
    const values = { ...begin, name: 'Mine', tags: ['a', 'b'] }
    const theirs = { ...begin, name: 'Theirs', size: 2 }
    expect(mergeSave({ begin, values }, theirs)).toEqual({
      values: { name: 'Mine', address: null, tags: ['a', 'b'], size: 2 },
      differences: [
        { name: 'name', theirs: 'Theirs', mine: 'Mine' },
        { name: 'tags', theirs: ['a'], mine: ['a', 'b'] },
        { name: 'size', theirs: 2, mine: 1 },
      ],
    })
  })

  it('lists no differences without input or with identical input', () => {
    const theirs = { ...begin, name: 'Theirs', size: 2 }
    expect(mergeSave({ begin, values: begin }, theirs)).toEqual({ values: theirs, differences: [] })
    const same = { ...begin, name: 'Theirs' }
    expect(mergeSave({ begin, values: same }, theirs)).toEqual({ values: theirs, differences: [] })
  })

  it('treats null and a missing value as equal', () => {
    expect(isTyped({ begin: { address: null }, values: {} })).toBe(false)
    expect(isTyped({ begin: { address: null }, values: { address: '' } })).toBe(true)
  })

  it('keeps input made while a save is in progress', () => {
    const sent = { ...begin, name: 'Sent' }
    const typed = { ...begun(begin, 1), values: { ...sent, address: 'Later' } }
    expect(saved(typed, sent, { ...begin, name: 'Sent ' }, 2)).toEqual({
      version: 2,
      differences: [],
      begin: { ...begin, name: 'Sent ' },
      values: { ...begin, name: 'Sent ', address: 'Later' },
    })
  })
})
