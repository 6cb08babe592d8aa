import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Organization } from '#test/support/hub.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { byCode, OWN, sendForm } from './imports.ts'

const HEADERS = ['Name', 'Code', 'Barcodes', 'Price', 'Minimum stock']

describe('an import of products from XLSX', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })
  const fileOf = async (rows: CellValue[][], more: Partial<WriteSheet> = {}) =>
    new Uint8Array(await writeXlsx({ sheets: [{ name: 'Goods', rows: [HEADERS, ...rows], ...more }] }))
  // The form names every file goods.csv, whatever its format.
  const send = (content: Uint8Array<ArrayBuffer>, query = '') => sendForm(shop.api, `${OWN}${query}`, content)

  it('reads numbers, complete long codes, and formula results from an XLSX file', async () => {
    const file = await fileOf(
      [
        ['Tea', 'X-1', 4_600_000_000_017, 0.1 + 0.2, 2.5],
        ['Milk', 'X-2', '4600000000024', null, null],
      ],
      { cells: new Map([['2,3', { formula: 'SUM(D2,100)', formulaResult: 100.3 }]]) },
    )
    const plan = await send(file, '?dryRun=true')
    expect(plan.body).toMatchObject({ toCreate: 2, errorsTotal: 0 })
    expect((await send(file)).body).toMatchObject({ created: 2, errorsTotal: 0 })
    expect(await byCode(shop.api, 'X-1')).toMatchObject({
      name: 'Tea',
      retailPrice: 0.3,
      minStock: 2.5,
      barcodes: [{ value: '4600000000017' }],
    })
    expect(await byCode(shop.api, 'X-2')).toMatchObject({ name: 'Milk', retailPrice: 100.3 })
  })

  it('applies cell formats such as leading zeros and percentages', async () => {
    const rows = [
      ['Name', 'Code', 'Barcodes', 'VAT'],
      ['Tea', 17, 12_345_678_905, 0.1],
      ['Jam', 'X-17', '12345678905', '12%'],
    ]
    const cells = new Map([
      ['1,1', { style: { numFmt: '00000' } }],
      ['1,2', { style: { numFmt: '0000000000000' } }],
      ['1,3', { style: { numFmt: '0%' } }],
    ])
    const file = new Uint8Array(await writeXlsx({ sheets: [{ name: 'Goods', rows, cells }] }))
    expect((await send(file)).body).toMatchObject({ created: 2, errorsTotal: 0 })
    expect(await byCode(shop.api, '00017')).toMatchObject({
      vatRate: 10,
      barcodes: [{ value: '0012345678905', type: 'Ean13' }],
    })
    expect(await byCode(shop.api, 'X-17')).toMatchObject({
      vatRate: 12,
      barcodes: [{ value: '12345678905' }],
    })
  })

  it('refuses cells with lost digits or without a value, and lists sheets that are not read', async () => {
    const rows = [
      HEADERS,
      ['Long', 2 ** 60, null, null, null],
      ['Cut', 'L-2', 12_345_678_905, null, null],
      ['Never calculated', 'L-3', null, null, null],
      ['Date', new Date('2026-02-01T00:00:00Z'), null, null, null],
      ['Whole', 'L-5', 4_006_381_333_931, 1, null],
    ]
    const cells = new Map([['3,3', { formula: 'SUM(D2,100)' }]])
    const sheets = [
      { name: 'Goods', rows, cells },
      { name: 'More', rows: [['Name']] },
    ]
    const { body } = await send(new Uint8Array(await writeXlsx({ sheets })), '?dryRun=true')
    expect(body.errors.map(({ row, column, code }: Answer['body']) => [row, column, code])).toEqual([
      [2, 'Code', 'digits_lost'],
      [3, 'Barcodes', 'zeros_lost'],
      [4, 'Price', 'formula_without_value'],
      [5, 'Code', 'became_date'],
    ])
    expect(body.warnings).toMatchObject([{ code: 'other_sheets', values: { sheets: 'More' } }])
    expect(body.toCreate).toBe(1)
  })

  it('reports an error with the row number of the sheet', async () => {
    const answer = await send(await fileOf([[], ['Tea', 'X-3', null, 'much', null]]))
    expect(answer.body.errors).toMatchObject([{ row: 3 }])
    expect(await byCode(shop.api, 'X-3')).toBeUndefined()
  })

  it('refuses a file that is incomplete, is no XLSX file, declares a wrong unpacked size, or has too many columns', async () => {
    const file = await fileOf(Array.from({ length: 50 }, (_, at) => [`Bomb ${at}`, `B-${at}`]))
    const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    const files = [
      file.slice(0, 200),
      old,
      withUnpackedSizes(file, 0xfffffff0),
      withUnpackedSizes(file, 0),
      withUnpackedSizes(file, 40),
      await fileOf([], { rows: [Array(2000).fill('Name')] }),
    ]
    for (const content of files) {
      const { status, body } = await send(content)
      expect([status, body.code, body.errors?.[0].pointer]).toEqual([400, 'invalid_request', '#/file'])
    }
    expect(await byCode(shop.api, 'B-1')).toBeUndefined()
  })
})

/** Returns the archive with the given unpacked size declared for each of its files. */
function withUnpackedSizes(archive: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const changed = Buffer.from(archive)
  const entry = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = changed.indexOf(entry); at >= 0; at = changed.indexOf(entry, at + 4))
    changed.writeUInt32LE(size, at + 24)
  return new Uint8Array(changed)
}
