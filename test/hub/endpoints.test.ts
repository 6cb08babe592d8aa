import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMissing, publishedEndpoints, readSpecification, SPECIFICATION } from '#lab/endpoints/compare.ts'
import { ApiClient, useHub } from '#test/support/hub.ts'

/** Areas of the API specification whose endpoints must all exist. */
const COMPLETE = ['catalog', 'dashboard', 'inventory', 'loyalty', 'pos', 'purchases', 'reports', 'sales']

describe('the published API description', () => {
  const door = useHub()

  it.each(COMPLETE)('includes every specified endpoint of the area %s', async (area) => {
    const specified = readSpecification(readFileSync(SPECIFICATION, 'utf8')).filter(
      (each) => each.area === area,
    )
    const { body } = await new ApiClient(door).get('/openapi/v1/openapi.json')
    expect(specified.length).toBeGreaterThan(0)
    expect(findMissing(specified, publishedEndpoints(body))).toEqual([])
  })
})

describe('comparison with the specified endpoints', () => {
  const published = publishedEndpoints({
    paths: { '/a/{aId}': { get: {}, put: {} }, '/files/{owner}/{name}': { get: {} } },
  })
  const missing = (method: string, path: string) => findMissing([{ method, path }], published).length === 1

  it('ignores the names of path parameters', () => {
    expect(missing('GET', '/a/{id}')).toBe(false)
    expect(missing('GET', '/files/{*path}')).toBe(false)
  })

  it('distinguishes methods, literal segments and parameters', () => {
    expect(missing('DELETE', '/a/{id}')).toBe(true)
    expect(missing('GET', '/a/export')).toBe(true)
    expect(missing('GET', '/a/{id}/b')).toBe(true)
    expect(missing('GET', '/files/{id}')).toBe(true)
  })

  it('reads the table of specified endpoints, and reports the line of an error', () => {
    expect(readSpecification('area\tmethod\tpath\nx\tGET\t/a/{id}\n')).toEqual([
      { area: 'x', method: 'GET', path: '/a/{id}' },
    ])
    expect(() => readSpecification('area\tmethod\tpath\nx\tGET\n')).toThrow('line 2')
  })
})
