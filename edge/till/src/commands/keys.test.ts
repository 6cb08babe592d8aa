import { describe, expect, it } from 'vitest'
import { KEYS } from './keys.ts'

describe('the table of keys', () => {
  it('gives each key one meaning in each place', () => {
    const uses = Object.values(KEYS).flatMap(({ where, keys }) => keys.map((key) => `${where} ${key}`))
    expect(uses.filter((use, at) => uses.indexOf(use) !== at)).toEqual([])
  })
})
