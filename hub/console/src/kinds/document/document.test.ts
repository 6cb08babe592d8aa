import { describe, expect, it } from 'vitest'
import { ENTERS, SUPPLIES } from '#shared/contracts/document-kinds.ts'
import type { DraftLine } from './document-definition.ts'
import { type Editing, edit } from './draft.ts'
import { isTable, readPasted } from './pasted.ts'
import { sumsOf, termsOf, totalsOf } from './totals.ts'

const line = (members: Partial<DraftLine> = {}): DraftLine => ({
  id: 'one',
  productId: 'tea',
  productName: 'Tea',
  quantity: 1,
  price: 100,
  discountPercent: 0,
  vatRate: 20,
  ...members,
})

describe('readPasted', () => {
  it('reads rows of product, quantity and price as pasted from a spreadsheet', () => {
    const { rows, faults } = readPasted('4600000000001\t2,5\t1 250,50\r\nTea "Green"\t\t\n\nMilk\t3\n')
    expect(rows).toEqual([
      { place: 1, product: '4600000000001', quantity: 2.5, price: 1250.5 },
      { place: 2, product: 'Tea "Green"', quantity: null, price: null },
      { place: 4, product: 'Milk', quantity: 3, price: null },
    ])
    expect(faults).toEqual([])
  })

  it('skips a heading row and reports the unreadable rows', () => {
    expect(readPasted('Товар\tКол-во\tЦена\nTea\t-1\t1\nMilk\t1\t1,23456\nBread\t0.0001\t1')).toEqual({
      rows: [],
      faults: [
        { place: 2, product: 'Tea', fault: 'quantity' },
        { place: 3, product: 'Milk', fault: 'price' },
        { place: 4, product: 'Bread', fault: 'quantity' },
      ],
    })
  })

  it('treats pasted text as a table when it has several cells or rows', () => {
    expect(['Tea', ' Tea \n', 'Tea\t1', 'Tea\nMilk'].map(isTable)).toEqual([false, false, true, true])
  })
})

describe('totals of a draft', () => {
  const terms = { vatEnabled: true, vatIncluded: true }

  it('calculates totals like the hub: rounds each line, then adds them up', () => {
    const lines = [
      line({ price: 0.3333, quantity: 3 }),
      line({ price: 120 }),
      line({ price: 10, vatRate: 10 }),
    ]
    expect(totalsOf(lines, terms)).toEqual({
      isPriced: true,
      sum: 131,
      vatSum: 21.08,
      quantity: 5,
      vatBreakdown: [
        { rate: 20, base: 100.83, vat: 20.17 },
        { rate: 10, base: 9.09, vat: 0.91 },
      ],
    })
    expect(totalsOf(lines, { ...terms, vatIncluded: false }).sum).toBe(156.2)
    expect(totalsOf(lines, { ...terms, vatEnabled: false })).toMatchObject({ vatSum: 0, vatBreakdown: [] })
    expect(totalsOf([line({ price: null })], terms)).toMatchObject({ isPriced: false, sum: 0 })
  })

  it('takes the VAT terms from the header, without VAT by default', () => {
    expect(termsOf(SUPPLIES, { vatEnabled: true, vatIncluded: false })).toEqual({
      vatEnabled: true,
      vatIncluded: false,
    })
    expect(termsOf(ENTERS, {})).toEqual({ vatEnabled: false, vatIncluded: true })
  })

  it('leaves out lines without a price, or with a price that is too precise or too large', () => {
    expect(sumsOf(line({ price: null }), terms)).toBeNull()
    const { price: _, ...priceless } = line()
    expect(sumsOf(priceless, terms)).toBeNull()
    expect(sumsOf(line({ price: 0.000_01 }), terms)).toBeNull()
    expect(sumsOf(line({ price: 1e10, quantity: 1e10 }), terms)).toBeNull()
    expect(totalsOf([line({ price: null }), line({ quantity: 0.1, price: 1 })], terms).sum).toBe(0.1)
  })
})

describe('edits of lines', () => {
  const state = (lines: DraftLine[]): Editing => {
    const draft = { header: {}, lines }
    return { draft, saved: draft, past: [] }
  }

  it('adds a scanned quantity exactly to the last line of the product, or creates a line', () => {
    const before = state([line(), line({ id: 'two', quantity: 0.1 })])
    const once = edit(before, { kind: 'scan', line: line({ id: 'new' }), quantity: 0.2 })
    expect(once.draft.lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['one', 1],
      ['two', 0.3],
    ])
    const other = edit(once, { kind: 'scan', line: line({ id: 'new', productId: 'milk' }), quantity: 1 })
    expect(other.draft.lines.map(({ id }) => id)).toEqual(['one', 'two', 'new'])
  })

  it('undoes additions and removals one by one', () => {
    const removed = edit(state([line(), line({ id: 'two' })]), { kind: 'remove', id: 'one' })
    const added = edit(removed, { kind: 'add', lines: [line({ id: 'three' })] })
    const back = edit(edit(added, { kind: 'undo' }), { kind: 'undo' })
    expect(back.draft.lines.map(({ id }) => id)).toEqual(['one', 'two'])
    expect(edit(back, { kind: 'undo' })).toBe(back)
  })

  it('recalculates the difference of a count, and clears the rate when the currency changes', () => {
    const counted = edit(state([line({ expectedQuantity: 10.3, countedQuantity: null })]), {
      kind: 'line',
      id: 'one',
      member: 'countedQuantity',
      value: 10,
    })
    expect(counted.draft.lines[0]?.difference).toBe(-0.3)
    expect(edit(counted, { kind: 'header', name: 'currencyId', value: 'eur' }).draft.header).toEqual({
      currencyId: 'eur',
      rate: null,
      multiplicity: null,
    })
  })
})
