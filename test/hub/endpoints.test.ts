import { describe, expect, it } from 'vitest'
import { findMissing, publishedEndpoints, readSpecification } from '#test/endpoints/compare.ts'
import { ApiClient, useHub } from '#test/support/hub.ts'

/** The endpoints of the interface specification that are here to stay: methods and a path. */
const CATALOG = [
  'GET POST /api/catalog/counterparties',
  'GET /api/catalog/counterparties/export',
  'GET PUT DELETE /api/catalog/counterparties/{id}',
  'GET POST /api/catalog/countries',
  'GET PUT DELETE /api/catalog/countries/{id}',
  'GET POST /api/catalog/currencies',
  'GET PUT /api/catalog/currencies/{id}',
  'GET POST /api/catalog/price-types',
  'GET PUT DELETE /api/catalog/price-types/{id}',
  'GET POST /api/catalog/product-groups',
  'GET PUT DELETE /api/catalog/product-groups/{id}',
  'GET POST /api/catalog/products',
  'GET /api/catalog/products/barcode-duplicates',
  'POST /api/catalog/products/bulk-update',
  'GET /api/catalog/products/by-barcode/{value}',
  'GET /api/catalog/products/export',
  'POST /api/catalog/products/import-csv',
  'POST /api/catalog/products/import/ext-csv',
  'GET /api/catalog/products/quick-search',
  'GET PUT DELETE /api/catalog/products/{id}',
  'PATCH /api/catalog/products/{id}/price',
  'POST /api/catalog/products/{id}/recalc-retail',
  'GET POST /api/catalog/products/{productId}/images',
  'DELETE /api/catalog/products/{productId}/images/{imageId}',
  'POST /api/catalog/products/{productId}/images/{imageId}/main',
  'GET POST /api/catalog/retail-points',
  'GET PUT DELETE /api/catalog/retail-points/{id}',
  'GET POST /api/catalog/stores',
  'GET PUT DELETE /api/catalog/stores/{id}',
  'GET /api/catalog/units-of-measure',
  'GET /api/catalog/units-of-measure/{id}',
  'POST DELETE /api/catalog/units-of-measure/{id}/enable',
  'GET /uploads/{*path}',
]

const endpoints = CATALOG.flatMap((line) => {
  const [path = '', ...methods] = line.split(' ').reverse()
  return methods.map((method) => ({ method, path }))
})

describe('the published description', () => {
  const door = useHub()

  it('has every endpoint of the catalog', async () => {
    const { body } = await new ApiClient(door).get('/openapi/v1/openapi.json')
    expect(endpoints).toHaveLength(58)
    expect(findMissing(endpoints, publishedEndpoints(body))).toEqual([])
  })
})

describe('the comparison of endpoints', () => {
  const published = publishedEndpoints({
    paths: { '/a/{aId}': { get: {}, put: {} }, '/files/{owner}/{name}': { get: {} } },
  })
  const missing = (method: string, path: string) => findMissing([{ method, path }], published).length === 1

  it('does not mind the names of parameters', () => {
    expect(missing('GET', '/a/{id}')).toBe(false)
    expect(missing('GET', '/files/{*path}')).toBe(false)
  })

  it('tells methods, words and parameters apart', () => {
    expect(missing('DELETE', '/a/{id}')).toBe(true)
    expect(missing('GET', '/a/export')).toBe(true)
    expect(missing('GET', '/a/{id}/b')).toBe(true)
    expect(missing('GET', '/files/{id}')).toBe(true)
  })

  it('reads a table', () => {
    expect(readSpecification('area\tmethod\tpath\nx\tGET\t/a/{id}\n')).toEqual([
      { area: 'x', method: 'GET', path: '/a/{id}' },
    ])
    expect(() => readSpecification('area\tmethod\tpath\nx\tGET\n')).toThrow('line 2')
  })
})
