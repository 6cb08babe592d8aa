import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '#test/support/hub.ts'
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
  // The form calls every file goods.csv.
  const send = (content: Uint8Array<ArrayBuffer>, query = '') => sendForm(shop.api, `${OWN}${query}`, content)

  it('reads numbers as numbers, long codes whole, and of a formula what it came to', async () => {
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
      ...{ name: 'Tea', retailPrice: 0.3, minStock: 2.5 },
      barcodes: [{ value: '4600000000017' }],
    })
    expect(await byCode(shop.api, 'X-2')).toMatchObject({ name: 'Milk', retailPrice: 100.3 })
  })

  it('names the row of a fault as the sheet numbers it', async () => {
    const answer = await send(await fileOf([[], ['Tea', 'X-3', null, 'much', null]]))
    expect(answer.body.errors).toMatchObject([{ row: 3 }])
    expect(await byCode(shop.api, 'X-3')).toBeUndefined()
  })

  it('refuses what is no workbook, needs a password, or unpacks to more than it says', async () => {
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

/** The archive, whose directory says that each entry unpacks to so much. */
function withUnpackedSizes(archive: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const changed = Buffer.from(archive)
  const entry = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = changed.indexOf(entry); at >= 0; at = changed.indexOf(entry, at + 4))
    changed.writeUInt32LE(size, at + 24)
  return new Uint8Array(changed)
}
