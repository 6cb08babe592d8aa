import { describe, expect, it } from 'vitest'
import { Id } from '#shared/domain/fields.ts'
import { BooleanQuery, ById, createFields, listQuery, MAX_PAGE_SIZE, pageOf, updateFields } from './common.ts'

describe('listQuery and pageOf', () => {
  const Query = listQuery(['name', 'price'])

  it('uses page 1 with 50 items by default, and reads the given values', () => {
    expect(Query.parse({})).toEqual({ page: 1, pageSize: 50 })
    expect(Query.parse({ page: '3', pageSize: '500', search: ' tea ', sort: '-price' })).toEqual({
      page: 3,
      pageSize: 500,
      search: 'tea',
      sort: '-price',
    })
  })

  it.each([
    ['page', ['1', '1000000'], ['0', '1000001', 'x']],
    ['pageSize', ['1', String(MAX_PAGE_SIZE)], ['0', String(MAX_PAGE_SIZE + 1)]],
    ['search', ['', 'x'.repeat(255)], ['x'.repeat(256)]],
    [
      'sort',
      ['name', '-name', 'name,-price', '-price,name,price'],
      ['', 'other', '--name', 'name,', ',name', 'name,other', 'xname', 'namex', 'name;price', '-'],
    ],
  ])('limits the values of %s', (member, fits, doesNotFit) => {
    const isTaken = (given: string) => Query.safeParse({ [member]: given }).success
    expect(fits.map(isTaken)).toEqual(fits.map(() => true))
    expect(doesNotFit.map(isTaken)).toEqual(doesNotFit.map(() => false))
  })

  it('names the allowed fields when a sort field is unknown', () => {
    expect(Query.safeParse({ sort: 'x' }).error?.issues[0]?.message).toBe('must be made of: name, price')
  })

  it('accepts only a page with valid items, numbers and total', () => {
    const Page = pageOf(Id, 'PageOfIds')
    const page = { items: [], page: 1, pageSize: 50, total: 0 }
    expect(Page.parse(page)).toEqual(page)
    for (const wrong of [{ total: -1 }, { page: 0 }, { pageSize: 0 }, { items: [7] }])
      expect(Page.safeParse({ ...page, ...wrong }).success).toBe(false)
  })
})

describe('query values', () => {
  it('accepts only the words true and false as booleans', () => {
    expect([BooleanQuery.parse('true'), BooleanQuery.parse('false')]).toEqual([true, false])
    expect(['', '1', 'TRUE'].map((given) => BooleanQuery.safeParse(given).success)).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('a record', () => {
  it('requires an id in an address, and none on creation', () => {
    expect([createFields.id.safeParse(undefined).success, ById.safeParse({}).success]).toEqual([true, false])
  })

  it('requires a version of at least 1 in an update', () => {
    expect([0, 1].map((version) => updateFields.version.safeParse(version).success)).toEqual([false, true])
  })
})
