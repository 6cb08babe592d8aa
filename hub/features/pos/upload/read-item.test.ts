import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flag } from '#shared/flags/flag.ts'
import { SALE_SCHEMA } from '#shared/sync/sale.ts'
import { readItem } from './read-item.ts'
import { UNREADABLE } from './read-upload.ts'

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/uploads')
const NEXT = SALE_SCHEMA + 1
const sale = JSON.parse(readFileSync(join(FIXTURES, 'sale-v1.json'), 'utf8'))
const event = JSON.parse(readFileSync(join(FIXTURES, 'till_event-v1.json'), 'utf8'))

interface Custody {
  id?: string
  type?: string
  corrected?: string | null
}
/** Reads an item whose bytes are `content`, or its JSON if it is not a string. */
function read(content: unknown, { id = sale.id, type = 'sale', corrected = null }: Custody = {}) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return readItem({ id, type, bytes: Buffer.from(text), correctedBody: corrected })
}
const faultsOf = (read: ReturnType<typeof readItem>) => ('faults' in read ? read.faults : [])

describe('readItem', () => {
  it('reads the body according to type and schema', () => {
    expect(read(sale)).toMatchObject({ type: 'sale', body: { id: sale.id, sum: 210_399 } })
    expect(read(event, { id: event.id, type: 'till_event' })).toMatchObject({
      body: { kind: 'line_removed' },
    })
  })

  it.each([
    ['of an unknown type', sale, { type: 'refund' }, 'unknown_type', 'Items of type refund are not known'],
    ['whose type is the name of an object method', sale, { type: 'toString' }, 'unknown_type', 'toString'],
    [
      'of a newer schema',
      { ...sale, schema: NEXT },
      {},
      'unknown_schema',
      `There is no schema ${NEXT} of sale`,
    ],
    [
      'whose schema is not a number',
      { ...sale, schema: '1' },
      {},
      'unknown_schema',
      'There is no schema undefined of sale',
    ],
    ['that is not JSON', '{', {}, 'malformed_json', 'JSON'],
    ['whose body has another id', sale, { id: event.id }, 'id_mismatch', `The body has the id ${sale.id}`],
    ['with an invalid field', { ...sale, sum: 'much' }, {}, 'unreadable', 'sum: '],
  ])('reports the fault of an item %s', (_, content, custody, code, detail) => {
    expect(faultsOf(read(content, custody))).toMatchObject([
      { code, detail: expect.stringContaining(detail) },
    ])
  })

  it('reports the first twenty errors with the path of each field', () => {
    const lines = Array.from({ length: 15 }, () => ({ ...sale.lines[0], price: -1, quantity: 0 }))
    const faults = faultsOf(read({ ...sale, lines }))
    expect(faults.length).toBe(20)
    expect(faults[0]).toEqual(
      flag('unreadable.field', { field: 'lines.0.quantity', error: 'must be above 0' }),
    )
  })

  it('refuses two lines with the same number', () => {
    const [first, second] = sale.lines
    const repeated = { ...sale, lines: [first, { ...second, lineNo: first.lineNo }] }
    expect(faultsOf(read(repeated))).toEqual([flag('line_repeated')])
  })

  it('refuses a NUL in fields stored as text, and allows it in other fields', () => {
    const lines = [{ ...sale.lines[0], name: '\0' }]
    expect(faultsOf(read({ ...sale, cashierName: 'A\0', lines }))).toEqual([
      flag('nul_byte', { field: 'cashierName' }),
      flag('nul_byte', { field: 'lines.0.name' }),
    ])
    expect(read({ ...sale, loyaltyCard: '\0' })).toHaveProperty('body')
    // An escaped backslash followed by u0000 is not a NUL.
    expect(read({ ...sale, cashierName: '\\u0000' })).toHaveProperty('body')
  })
})

describe('readItem with a correction', () => {
  it('reads the correction instead of the received bytes', () => {
    const corrected = JSON.stringify({ ...sale, cashierName: 'Aigul' })
    expect(read('{', { corrected })).toMatchObject({ body: { cashierName: 'Aigul' } })
  })
})

describe('readItem for an unreadable envelope', () => {
  const envelope = { type: 'till_event', body: JSON.stringify(event) }

  it('reads type and body from the envelope in the bytes or in the correction', () => {
    expect(read(envelope, { id: event.id, type: UNREADABLE })).toMatchObject({ type: 'till_event' })
    const corrected = JSON.stringify(envelope)
    expect(read('nonsense', { id: event.id, type: UNREADABLE, corrected })).toMatchObject({
      type: 'till_event',
    })
  })

  it('accepts the body of a sale as a correction of the envelope', () => {
    expect(read('nonsense', { type: UNREADABLE, corrected: JSON.stringify(sale) })).toMatchObject({
      type: 'sale',
    })
    expect(faultsOf(read('nonsense', { type: UNREADABLE }))).toMatchObject([{ code: 'malformed_json' }])
    expect(faultsOf(read({ body: 'x' }, { type: UNREADABLE }))).toMatchObject([{ code: 'unknown_schema' }])
  })
})
