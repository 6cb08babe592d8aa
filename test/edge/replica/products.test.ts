import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { DownloadLine } from '#shared/sync/download.ts'
import { groupOf, openTestReplica, productOf, removed, UNIT } from '../support/test-replica.ts'

const NOW = new Date('2026-03-02T09:00:00Z')
const unit: DownloadLine = { t: 'unit', op: 'put', id: UNIT, v: { name: 'pcs', isFractional: false } }
const group = newId()

describe.each([
  ['from a snapshot', true],
  ['sent line by line', false],
])('products %s', (_, isLoaded) => {
  const open = (...lines: DownloadLine[]) => openTestReplica(lines, { isLoaded, now: NOW })

  it('returns products with all data needed for a receipt', () => {
    const id = newId()
    const given = {
      code: '00012',
      article: 'A-7',
      groupId: group,
      price: 12.5,
      minPrice: 10,
      vatRate: 12,
      isDiscountProhibited: true,
      barcodes: ['4870001', '4870000'],
    }
    const { read } = open(unit, groupOf(group, null, { name: 'Drinks' }), productOf('Tea', given, id))
    const tea = {
      id,
      name: 'Tea',
      code: '00012',
      article: 'A-7',
      groupName: 'Drinks',
      unitName: 'pcs',
      isFractional: false,
      isKept: true,
      price: 1250,
      minPrice: 1000,
      vatRate: 1200,
      isDiscountProhibited: true,
      barcodes: ['4870001', '4870000'],
    }
    expect(read(({ products }) => products.find(id.toUpperCase()))).toMatchObject(tea)
    expect(read(({ products }) => products.findOffered(id.toUpperCase()))).toMatchObject(tea)
    expect(read(({ products }) => products.find(newId()))).toBeNull()
    expect(read(({ products }) => products.findOffered(newId()))).toBeNull()
  })

  it('allows fractional quantities when the unit is unknown, and keeps no stock of a service', () => {
    const id = newId()
    const { read } = open(productOf('Repair', { kind: 'Service' }, id))
    expect(read(({ products }) => products.find(id))).toMatchObject({
      unitName: '',
      isFractional: true,
      isKept: false,
      groupName: null,
      isDiscountProhibited: false,
      minPrice: null,
      vatRate: null,
      barcodes: [],
      article: null,
    })
  })

  it('returns the price that applies now', () => {
    const nextPrices = [
      { from: '2026-03-02T09:00:00Z', price: 6 },
      { from: '2026-03-02T09:00:01Z', price: 7 },
    ]
    const [id, later] = [newId(), newId()]
    const { read } = open(
      productOf('Tea', { nextPrices }, id),
      productOf('Milk', { nextPrices: nextPrices.slice(1) }, later),
    )
    expect(read(({ products }) => [products.find(id)?.price, products.find(later)?.price])).toEqual([
      600, 500,
    ])
  })

  it('uses for products that follow their group the VAT rate of the nearest group that does not follow its parent', () => {
    const [top, below] = [newId(), newId()]
    const [follows, own] = [newId(), newId()]
    const { read } = open(
      groupOf(top, null, { vatRate: 16, useParentVat: false }),
      groupOf(below, top, { vatRate: 5 }),
      productOf('Tea', { groupId: below, useGroupVat: true, vatRate: 12 }, follows),
      productOf('Milk', { groupId: below, useGroupVat: false, vatRate: 12 }, own),
    )
    expect(read(({ products }) => [products.find(follows)?.vatRate, products.find(own)?.vatRate])).toEqual([
      1600, 1200,
    ])
  })

  it('finds a scanned code by barcode, its other form, code, then article', () => {
    const { scanned } = open(
      productOf('Water', { barcodes: ['012345678905'] }),
      productOf('Tea', { barcodes: ['4870001', '555'], code: '777' }),
      productOf('Black tea', { barcodes: ['555'] }),
      productOf('Milk', { code: '555', article: '777' }),
      productOf('Bread', { article: 'B-1', code: '888' }),
      productOf('Rye bread', { article: 'B-1', code: '888' }),
    )
    expect(scanned('4870001')).toEqual(['Tea'])
    expect(scanned('0012345678905')).toEqual(['Water'])
    expect(scanned('555')).toEqual(['Black tea', 'Tea'])
    expect(scanned('777')).toEqual(['Tea'])
    expect(scanned('888')).toEqual(['Bread', 'Rye bread'])
    expect(scanned('B-1')).toEqual(['Bread', 'Rye bread'])
    expect(scanned('487')).toEqual([])
  })

  it('finds products by the first letters of words in name, code, article and barcodes, in any order', () => {
    const { found, read } = open(
      productOf('Зелёный чай', { code: 'K-12', article: 'ART7', barcodes: ['4870001', '4879999'] }),
      productOf('Черный чай'),
      productOf('Café'),
    )
    expect(found('чай зел')).toEqual(['Зелёный чай'])
    expect(found('ЗЕЛЕН')).toEqual(['Зелёный чай'])
    expect(found('зелён')).toEqual(['Зелёный чай'])
    for (const typed of ['k-12', 'art', '4870', '48799']) expect(found(typed)).toEqual(['Зелёный чай'])
    expect(found('cafe')).toEqual(['Café'])
    expect(found('ай')).toEqual([])
    expect(found('леный')).toEqual(['Зелёный чай'])
    expect(found('" -')).toEqual([])
    expect(found('')).toEqual(['Café', 'Зелёный чай', 'Черный чай'])
    expect(read(({ products }) => products.search('чай', 1))).toMatchObject({ total: 2, items: [{}] })
    expect(read(({ products }) => products.search('', 2))).toMatchObject({ total: 3, items: [{}, {}] })
    expect(read(({ products }) => products.search('-', 2))).toEqual({ total: 0, items: [] })
  })

  it('finds products despite a wrong keyboard layout, typing errors or a partial barcode, after exact matches', () => {
    const { found } = open(
      productOf('Молоко Простоквашино', { barcodes: ['4607053471234'] }),
      productOf('Шоколад молочный'),
      productOf('Сахар'),
      productOf('Chocolate bar'),
    )
    expect(found('vjkjrj')).toEqual(['Молоко Простоквашино'])
    expect(found('срщсщ')).toEqual(['Chocolate bar'])
    for (const typed of ['малоко', 'моолко', 'омлоко', 'молкоо', 'vfkjrj'])
      expect([typed, found(typed)]).toEqual([typed, ['Молоко Простоквашино']])
    expect(found('мол прастакваш')).toEqual(['Молоко Простоквашино'])
    expect([found('сахра'), found('схар'), found('chocolat abr')]).toEqual([['Сахар'], ['Сахар'], []])
    const milk = ['Молоко Простоквашино']
    expect([found('347123'), found('1234'), found('123')]).toEqual([milk, milk, []])
    // A correctly typed word is not replaced.
    expect(found('моло')).toEqual(['Молоко Простоквашино', 'Шоколад молочный'])
    expect(found('бензин')).toEqual([])
  })

  it('ranks exact codes first, then products often sold at this retail point, then names', () => {
    const [rare, often, coded] = [newId(), newId(), newId()]
    const { read } = open(
      productOf('Tea black', {}, rare),
      productOf('Tea green', {}, often),
      productOf('Water', { code: 'TEA' }, coded),
    )
    const ids = (oftenSold: string[]) =>
      read(({ products }) => products.search('TEA', 9, oftenSold)).items.map(({ id }) => id)
    expect(ids([])).toEqual([coded, rare, often])
    expect(ids([often, newId()])).toEqual([coded, often, rare])
  })

  it('sorts products by name, then by order of arrival', () => {
    const [first, second] = [newId(), newId()]
    const { read } = open(productOf('Tea', {}, first), productOf('Milk'), productOf('Tea', {}, second))
    const ids = (typed: string) => read(({ products }) => products.search(typed, 9)).items.map(({ id }) => id)
    expect(ids('').slice(1)).toEqual([first, second])
    expect(ids('tea')).toEqual([first, second])
  })

  it('replaces a product that is sent again, and removes a deleted product', () => {
    const [id, other] = [newId(), newId()]
    const { change, found, scanned, read } = open(
      productOf('Tea', { barcodes: ['111', '222'], code: 'T' }, id),
      productOf('Milk', { barcodes: ['111'] }, other),
    )
    change(productOf('Coffee', { barcodes: ['333'], code: 'C' }, id.toUpperCase()))
    expect([found('tea'), found('coffee'), scanned('222'), scanned('111')]).toEqual([
      [],
      ['Coffee'],
      [],
      ['Milk'],
    ])
    expect([scanned('T'), scanned('C'), scanned('333')]).toEqual([[], ['Coffee'], ['Coffee']])
    expect(read(({ products }) => products.count())).toBe(2)
    change(removed('product', id.toUpperCase()), removed('product', newId()))
    expect([found('coffee'), found(''), scanned('333')]).toEqual([[], ['Milk'], []])
    expect(read(({ products }) => products.count())).toBe(1)
  })

  it('removes all products of a bucket', () => {
    const [mine, alsoMine, other] = [
      '0198c000-0000-7000-8000-0000000000aa',
      '0198c000-0000-7000-8000-0000000001aa',
      '0198c000-0000-7000-8000-00000000aa01',
    ]
    const { change, found, scanned } = open(
      productOf('Tea', { barcodes: ['1'] }, mine),
      productOf('Milk', {}, alsoMine),
      productOf('Bread', {}, other),
    )
    change({ t: 'product', op: 'empty', bucket: 'aa' })
    expect([found(''), found('tea'), scanned('1')]).toEqual([['Bread'], [], []])
  })
})

it('loads a snapshot with more products than a single insert statement', () => {
  const many = Array.from({ length: 121 }, (_, i) => productOf(`P${i}`, { barcodes: [`B${i}`, `C${i}`] }))
  const { read, scanned, found } = openTestReplica(many)
  expect(read(({ products }) => products.count())).toBe(121)
  for (const i of [0, 49, 50, 99, 100, 120]) {
    expect([scanned(`B${i}`), scanned(`C${i}`)]).toEqual([[`P${i}`], [`P${i}`]])
    expect(found(`p${i}`)).toContain(`P${i}`)
  }
})
