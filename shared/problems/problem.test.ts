import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROBLEMS } from './catalogue.ts'
import { faultyFields, invalidField, invalidRequest, Problem } from './problem.ts'

const sizeOf = (problem: Problem): number => JSON.stringify(problem).length
const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? []

describe('invalidRequest', () => {
  const Input = z.strictObject({ name: z.string() })

  it('lists each validation error once', () => {
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
  ])('limits the size of a problem with %s', (_, count) => {
    const keys = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]))
    const problem = invalidRequest(issuesOf(Input, { name: 'x', ...keys }))
    expect(sizeOf(problem)).toBeLessThan(8192)
    const { errors, errorsTotal, detail } = problem.toJSON()
    expect([errors?.length, errorsTotal]).toEqual([20, count])
    expect(detail).toMatch(new RegExp(`and ${count - 20} more$`))
  })

  it('limits the size of a problem with 100,000 wrong items', () => {
    const problem = invalidRequest(issuesOf(z.array(z.string()), Array(100_000).fill(0)))
    expect(sizeOf(problem)).toBeLessThan(8192)
    expect(problem.toJSON().errorsTotal).toBe(100_000)
  })

  it('truncates long field names without splitting a surrogate pair', () => {
    const problem = invalidRequest(issuesOf(Input, { name: 'x', ['é\u{1F4A9}'.repeat(300_000)]: 1 }))
    expect(sizeOf(problem)).toBeLessThan(8192)
    expect(JSON.stringify(problem).isWellFormed()).toBe(true)
  })
})

describe('a large problem', () => {
  it('limits the response size when details, errors and extensions are all too long', () => {
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

  it('reports the total number of errors when it lists only the first ones', () => {
    const faults = Array.from({ length: 21 }, (_, index) => ({ path: ['lines', index], detail: 'is wrong' }))
    expect(faultyFields('nul_byte', faults).toJSON()).toMatchObject({ errorsTotal: 21, code: 'nul_byte' })
    expect(faultyFields('nul_byte', faults.slice(1)).toJSON()).not.toHaveProperty('errorsTotal')
  })
})

describe('a problem response', () => {
  it('includes type, code, status and title, and uses the detail, or else the title, as the message', () => {
    expect(new Problem('forbidden').toJSON()).toEqual({
      type: 'https://counterfoil.dev/problems/forbidden',
      code: 'forbidden',
      status: 403,
      title: 'You do not have permission to do this',
    })
    const problem = new Problem('forbidden', { detail: 'Not on Sundays' })
    expect([problem.name, problem.message, problem.code, problem.status]).toEqual([
      'Problem',
      'Not on Sundays',
      'forbidden',
      403,
    ])
    expect(problem.toJSON().detail).toBe('Not on Sundays')
    expect(new Problem('forbidden').message).toBe('You do not have permission to do this')
  })

  it('keeps texts of the maximum length and truncates longer ones', () => {
    const problemWith = (detail: string, text: string) =>
      new Problem('invalid_request', { detail, errors: [{ pointer: '#', detail: text, line: 7 }] }).toJSON()
    expect(problemWith('x'.repeat(1000), 'y'.repeat(300))).toMatchObject({
      detail: 'x'.repeat(1000),
      errors: [{ detail: 'y'.repeat(300), line: 7 }],
    })
    expect(problemWith('x'.repeat(1001), 'y'.repeat(301))).toMatchObject({
      detail: `${'x'.repeat(1000)}…`,
      errors: [{ detail: `${'y'.repeat(300)}…`, line: 7 }],
    })
  })

  it('keeps smaller extensions when a large one exceeds the size limit', () => {
    const fits = 'x'.repeat(256 * 1024 - 2)
    expect(new Problem('forbidden', { extensions: { a: `${fits}x` } }).toJSON()).not.toHaveProperty('a')
    // Each extension counts with its name, as JSON. The remaining space is for smaller ones.
    const half = 'x'.repeat(150 * 1024)
    const answer = new Problem('forbidden', { extensions: { a: half, b: half, c: 'small' } }).toJSON()
    expect(Object.keys(answer)).toEqual(['type', 'title', 'status', 'code', 'a', 'c'])
  })

  it('reports the total number of errors only when it exceeds the number of listed errors', () => {
    const errors = [{ pointer: '#/a', detail: 'wrong' }]
    expect(new Problem('invalid_request', { errors, errorsTotal: 5 }).toJSON().errorsTotal).toBe(5)
    expect(new Problem('invalid_request', { errors, errorsTotal: 1 }).toJSON()).not.toHaveProperty(
      'errorsTotal',
    )
    expect(new Problem('invalid_request', { errors: [] }).toJSON()).not.toHaveProperty('errors')
  })
})

describe('an input error', () => {
  it('reports an error of the whole body as "body" with a pointer to the root', () => {
    const problem = faultyFields('invalid_request', [{ path: [], detail: 'must be an object' }])
    expect(problem.toJSON()).toMatchObject({
      detail: 'body: must be an object',
      errors: [{ pointer: '#', detail: 'must be an object' }],
    })
  })

  it('uses a separate pointer prefix for query parameters', () => {
    expect(
      faultyFields('invalid_request', [{ path: ['page'], detail: 'is wrong' }], '?').toJSON(),
    ).toMatchObject({ detail: 'page: is wrong', errors: [{ pointer: '?/page' }] })
    expect(invalidRequest(issuesOf(z.object({ page: z.int() }), {}), '?').toJSON().errors).toMatchObject([
      { pointer: '?/page' },
    ])
  })

  it('names a nested field by its path, with an escaped pointer (RFC 6901)', () => {
    const Deep = z.object({ lines: z.array(z.strictObject({ a: z.int() })) })
    const problem = invalidRequest(issuesOf(Deep, { lines: [{ a: 1 }, { a: 2, '~x/y~': 3 }] }))
    expect(problem.toJSON()).toMatchObject({
      detail: 'lines.1.~x/y~: is not known here',
      errors: [{ pointer: '#/lines/1/~0x~1y~0' }],
    })
  })

  it('creates a problem for one field, by default with the code invalid_request', () => {
    expect(invalidField(['lines', 2, 'quantity'], 'must be above 0').toJSON()).toMatchObject({
      code: 'invalid_request',
      detail: 'lines.2.quantity: must be above 0',
      errors: [{ pointer: '#/lines/2/quantity', detail: 'must be above 0' }],
    })
    expect(invalidField(['price'], 'is low', 'price_too_small').code).toBe('price_too_small')
  })

  it('truncates a long path in the detail', () => {
    const [path] = [['x'.repeat(101)]]
    expect(faultyFields('invalid_request', [{ path, detail: 'is wrong' }]).toJSON().detail).toBe(
      `${'x'.repeat(100)}…: is wrong`,
    )
  })

  it('lists at most twenty errors and counts the others', () => {
    const faults = Array.from({ length: 22 }, (_, index) => ({ path: [index], detail: 'bad' }))
    const { detail, errors } = faultyFields('invalid_request', faults).toJSON()
    expect([detail?.endsWith('; 19: bad; and 2 more'), errors?.length]).toEqual([true, 20])
    expect(faultyFields('invalid_request', faults.slice(2)).toJSON().detail).toMatch(/; 21: bad$/)
  })
})

describe('the problem catalog', () => {
  it('gives each problem an error status, a valid code and a unique title', () => {
    const all = Object.values(PROBLEMS)
    expect(all.every(({ status }) => status >= 400 && status < 600)).toBe(true)
    expect(all.every(({ title }) => /^[A-Z].{5,}[^.]$/.test(title))).toBe(true)
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
    expect(Object.keys(PROBLEMS).every((code) => /^[a-z]+(_[a-z]+)*$/.test(code))).toBe(true)
  })
})
