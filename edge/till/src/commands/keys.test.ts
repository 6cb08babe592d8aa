import { describe, expect, it } from 'vitest'
import { KEYS } from './keys.ts'

describe('keys of the till', () => {
  it('assigns each key only once in each place', () => {
    const uses = Object.values(KEYS).flatMap(({ where, keys }) => keys.map((key) => `${where} ${key}`))
    expect(uses.filter((use, at) => uses.indexOf(use) !== at)).toEqual([])
  })
})
