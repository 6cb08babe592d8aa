import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { faultyFields, invalidRequest, Problem } from './problem.ts'

const sizeOf = (problem: Problem): number => JSON.stringify(problem).length
const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? []

describe('invalidRequest', () => {
  const Input = z.strictObject({ name: z.string() })

  it('names each fault once', () => {
    const problem = invalidRequest(issuesOf(Input, { name: 7, 'a/b': 1, c: 2 }))
    expect(problem.toJSON()).toMatchObject({
      detail: expect.stringMatching(/^name: Invalid input.*; a\/b: is not known here; c: is not known here$/),
      errors: [
        { pointer: '#/name' },
        { pointer: '#/a~1b', detail: 'is not known here' },
        { pointer: '#/c', detail: 'is not known here' },
      ],
    })
    expect(problem.toJSON()).not.toHaveProperty('errorsTotal')
  })

  it.each([
    ['4,000 unknown members', 4000],
    ['50,000 unknown members', 50_000],
  ])('stays small for %s', (_, count) => {
    const keys = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]))
    const problem = invalidRequest(issuesOf(Input, { name: 'x', ...keys }))
    expect(sizeOf(problem)).toBeLessThan(8192)
    const { errors, errorsTotal, detail } = problem.toJSON()
    expect([errors?.length, errorsTotal]).toEqual([20, count])
    expect(detail).toMatch(new RegExp(`and ${count - 20} more$`))
  })

  it('stays small for 100,000 wrong items', () => {
    const problem = invalidRequest(issuesOf(z.array(z.string()), Array(100_000).fill(0)))
    expect(sizeOf(problem)).toBeLessThan(8192)
    expect(problem.toJSON().errorsTotal).toBe(100_000)
  })

  it('cuts long names', () => {
    const problem = invalidRequest(issuesOf(Input, { name: 'x', ['é\u{1F4A9}'.repeat(300_000)]: 1 }))
    expect(sizeOf(problem)).toBeLessThan(8192)
    expect(JSON.stringify(problem).isWellFormed()).toBe(true)
  })
})

describe('a problem', () => {
  it('is small whatever a deed puts into it', () => {
    const long = 'x'.repeat(100_000)
    const errors = Array.from({ length: 1000 }, (_, i) => ({
      pointer: `#/${i}${long}`,
      detail: long,
      value: long,
    }))
    const problem = new Problem('invalid_request', {
      detail: long,
      errors,
      extensions: { small: 1, large: Array(10_000).fill(long.slice(0, 100)) },
    })
    expect(sizeOf(problem)).toBeLessThan(300 * 1024)
    const answer = problem.toJSON()
    expect(answer).toMatchObject({ small: 1, errorsTotal: 1000 })
    expect(answer).not.toHaveProperty('large')
    expect(answer.errors?.[0]?.pointer).toMatch(/^#\/0x+…$/)
  })

  it('counts faults that it does not name', () => {
    const faults = Array.from({ length: 21 }, (_, index) => ({ path: ['lines', index], detail: 'is wrong' }))
    expect(faultyFields('nul_byte', faults).toJSON()).toMatchObject({ errorsTotal: 21, code: 'nul_byte' })
    expect(faultyFields('nul_byte', faults.slice(1)).toJSON()).not.toHaveProperty('errorsTotal')
  })
})
