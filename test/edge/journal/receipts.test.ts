import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { AT, CHAIN, LATER, openTestJournal, saleOf, type TestJournal } from '../support/test-journal.ts'

const ALL = { search: null, kind: 'all', from: null, until: null, before: null } as const
const NOTHING = { numbers: [], part: '', sum: null, productIds: [] }

let journal: TestJournal['journal']
let begin: TestJournal['begin']
let sell: TestJournal['sell']
let acknowledge: TestJournal['acknowledge']
beforeEach(() => {
  ;({ journal, begin, sell, acknowledge } = openTestJournal())
})

describe('receipts', () => {
  it('finds receipts by number and by cart, with their upload state', () => {
    begin()
    const [sale, cartId] = [saleOf(), newId()]
    const number = sell(sale, cartId)
    const stored = {
      id: sale.id,
      sale: { ...sale, receiptNumber: number },
      originalNumber: null,
      printedCount: 0,
      uploadState: 'waiting',
      uploadedAt: null,
    }
    const { receipts } = journal.read
    expect(receipts.findByNumber(number)).toEqual(stored)
    expect(receipts.findByCart(cartId)).toEqual(stored)
    expect([receipts.findByNumber('K7-000009'), receipts.findByCart(newId())]).toEqual([null, null])
    acknowledge(1, 'held', LATER)
    expect(receipts.findByNumber(number)).toEqual({ ...stored, uploadState: 'held', uploadedAt: LATER })
    journal.transact((tx) => tx.outbox.offerAllAgain(CHAIN.id))
    expect(receipts.findByNumber(number)?.uploadState).toBe('waiting')
  })

  it('recognizes receipts by id or by number', () => {
    begin()
    const sale = saleOf()
    const receiptNumber = sell(sale)
    const { receipts } = journal.read
    expect([receipts.hasId(sale.id), receipts.hasId(newId()), receipts.count()]).toEqual([true, false, 1])
    expect(receipts.has({ id: sale.id, receiptNumber: 'x' })).toBe(true)
    expect(receipts.has({ id: newId(), receiptNumber })).toBe(true)
    expect(receipts.has({ id: newId(), receiptNumber: 'x' })).toBe(false)
  })

  it('lists receipts newest first, starting at any of them, and by a part of the number', () => {
    expect(journal.read.receipts.count()).toBe(0)
    begin()
    const sales = Array.from({ length: 12 }, () => saleOf())
    for (const sale of sales) sell(sale)
    const list = ({ search, ...query }: { search?: string; before?: string | null }) =>
      journal.read.receipts.list({
        ...ALL,
        limit: 3,
        ...query,
        search: search === undefined ? null : { ...NOTHING, part: search },
      })
    expect(list({}).map(({ number }) => number)).toEqual(['K7-000012', 'K7-000011', 'K7-000010'])
    expect(list({ before: sales[1]?.id ?? '' }).map(({ number }) => number)).toEqual(['K7-000001'])
    expect(list({ search: 'k7-00001' }).map(({ number }) => number)).toEqual([
      'K7-000012',
      'K7-000011',
      'K7-000010',
    ])
    expect(list({ search: '03' })).toEqual([
      {
        id: sales[2]?.id,
        position: 3,
        number: 'K7-000003',
        isReturn: false,
        sum: 500,
        soldAt: AT,
        cashierName: 'Aigul',
        uploadState: 'waiting',
        uploadedAt: null,
      },
    ])
  })

  it('filters receipts by total, product, kind, time and upload state', () => {
    begin()
    const tea = sell(saleOf({ sum: 12.5 }, [['tea', 1]]))
    const milk = sell(saleOf({ soldAt: LATER }, [['milk', 2]]))
    const back = sell(saleOf({ isReturn: true }, [['tea', 1]]))
    acknowledge(1, 'accepted', LATER)
    const list = (query: Partial<Parameters<typeof journal.read.receipts.list>[0]>) =>
      journal.read.receipts.list({ ...ALL, limit: 50, ...query }).map(({ number }) => number)
    expect(list({ search: { ...NOTHING, sum: 1250 as never } })).toEqual([tea])
    expect(list({ search: { ...NOTHING, productIds: ['tea'] } })).toEqual([back, tea])
    expect(list({ search: { ...NOTHING, productIds: ['milk'], numbers: [tea] } })).toEqual([milk, tea])
    expect(list({ search: NOTHING })).toEqual([])
    expect(list({ kind: 'returns' })).toEqual([back])
    expect(list({ kind: 'sales' })).toEqual([milk, tea])
    expect(list({ kind: 'waiting' })).toEqual([back, milk])
    expect(list({ from: LATER })).toEqual([milk])
    expect(list({ until: LATER })).toEqual([back, tea])
  })

  it('counts prints of a receipt and receipts that were never printed', () => {
    begin()
    const number = sell()
    sell()
    const print = (which: string) => journal.transact((tx) => tx.receipts.notePrinted(which, AT))
    expect(journal.read.receipts.countUnprinted()).toBe(2)
    expect([print(number), print(number), print('x')]).toEqual([1, 2, 0])
    expect(journal.read.receipts.countUnprinted()).toBe(1)
    expect(journal.read.receipts.findByNumber(number)?.printedCount).toBe(2)
  })

  it('lists the returns of a receipt', () => {
    begin()
    const sold = saleOf({}, [
      ['p', 3],
      ['q', 1.5],
    ])
    const number = sell(sold)
    const { receipts } = journal.read
    expect(receipts.returnsOf(sold.id)).toEqual([])
    const takeBack = (sum: number, ...lines: [string, number, number?][]) =>
      sell(saleOf({ isReturn: true, originalSaleId: sold.id, sum }, lines))
    takeBack(10, ['p', 1, 1], ['p', 0.5, 1], ['x', 1])
    const last = takeBack(2.5, ['p', 1, 1], ['q', 1.5, 2])
    expect(receipts.returnsOf(sold.id)).toMatchObject([
      { sum: 10, lines: [{ quantity: 1, originalLineNo: 1 }, { quantity: 0.5, originalLineNo: 1 }, {}] },
      { sum: 2.5, lines: [{ originalLineNo: 1 }, { quantity: 1.5, originalLineNo: 2 }] },
    ])
    expect(receipts.findByNumber(last)?.originalNumber).toBe(number)
    expect(receipts.list({ ...ALL, search: { ...NOTHING, part: last }, limit: 1 })).toMatchObject([
      { isReturn: true },
    ])
    // Returns without this receipt do not count.
    sell(saleOf({ isReturn: true }, [['p', 1, 1]]))
    expect(receipts.returnsOf(sold.id)).toHaveLength(2)
  })

  it('lists the returns of a receipt that is not in this journal', () => {
    begin()
    const elsewhere = newId()
    const number = sell(saleOf({ isReturn: true, originalSaleId: elsewhere }, [['p', 1, 1]]))
    expect(journal.read.receipts.returnsOf(elsewhere)).toMatchObject([{ receiptNumber: number }])
    expect(journal.read.receipts.findByNumber(number)?.originalNumber).toBeNull()
  })
})
