import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { readCsv } from '#test/support/file.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire, openDatabase } from '#test/support/people.ts'
import { BASES, type Office, openOffice } from './book-keeping.ts'

describe('exports of documents', () => {
  const door = useHub()
  let office: Office
  beforeAll(async () => {
    office = await openOffice(door)
  })

  async function write(base: string, more: object = {}, lines: object[] = []) {
    const made = await office.api.post(base, { ...office.header(base), lines, ...more })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const numbers = async (base: string, query: string) =>
    (await readCsv(office.api, `${base}/export?${query}`)).map(({ Number: number }) => number)

  it('exports the fields of a supply', async () => {
    const made = await write(
      BASES.supply,
      { date: '2026-01-05T10:00:00Z', comment: '=1+1', incomingNumber: 'A-7', incomingDate: '2026-01-04' },
      [{ productId: office.tea, quantity: 2, price: 12.5 }],
    )
    await office.api.post(`${BASES.supply}/${made.id}/post`)
    const [row] = await readCsv(office.api, `${BASES.supply}/export?from=2026-01-05&to=2026-01-05`)
    expect(row).toMatchObject({
      Number: made.number,
      Date: '2026-01-05 15:00:00',
      Status: 'Posted',
      Store: expect.any(String),
      Counterparty: expect.any(String),
      'Supplier document no.': 'A-7',
      'Supplier document date': '2026-01-04',
      Amount: '25',
      VAT: '0',
      Currency: 'KZT',
      'Exchange rate': '1',
      'Amount in accounting currency': '25',
      Cost: '25',
      Comment: "'=1+1",
    })
  })

  it('applies the filters of the list and sorts documents from newest to oldest', async () => {
    const number = (name: string) => `${name}-filters`
    await write(BASES.supply, { number: number('a'), date: '2026-02-01T10:00:00Z', comment: 'Sought' })
    await write(BASES.supply, { number: number('b'), date: '2026-02-02T10:00:00Z' })
    await write(BASES.supply, {
      number: number('c'),
      date: '2026-02-03T10:00:00Z',
      storeId: office.otherStore,
      lines: [{ productId: office.tea, quantity: 1, price: 1 }],
    })
    const march = 'from=2026-02-01&to=2026-02-28'
    expect(await numbers(BASES.supply, march)).toEqual(['c', 'b', 'a'].map(number))
    expect(await numbers(BASES.supply, `${march}&search=sought`)).toEqual([number('a')])
    expect(await numbers(BASES.supply, `${march}&storeId=${office.otherStore}`)).toEqual([number('c')])
    expect(await numbers(BASES.supply, `${march}&productId=${office.tea}`)).toEqual([number('c')])
    expect(await numbers(BASES.supply, `${march}&status=Posted`)).toEqual([])
    const wrong = await office.api.get(`${BASES.supply}/export?status=Lost`)
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '#/query/status'])
  })

  it('exports all documents across pages, including documents with the same date and time', async () => {
    const made = await openOffice(door)
    await using database = openDatabase(door)
    await database.db.transact(made.organization.organizationId, (tx) =>
      tx.execute(sql`
        INSERT INTO documents (organization_id, id, type, number, date, store_id, currency_id)
        SELECT ${tx.organizationId}, gen_random_uuid(), 'Enter', number,
          '2026-02-01'::timestamptz + number / 700 * interval '1 day', ${made.store}, organizations.currency_id
        FROM organizations, generate_series(1, 2100) AS number
        WHERE organizations.id = ${tx.organizationId}`),
    )
    const rows = await readCsv(made.api, `${BASES.enter}/export`)
    expect(rows).toHaveLength(2100)
    expect(new Set(rows.map((row) => row.Number)).size).toBe(2100)
    const dates = rows.map((row) => row.Date)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it.each(Object.entries(BASES))('exports a document as CSV and as XLSX: %s', async (_, base) => {
    const made = await write(base, { comment: 'Listed' })
    const english = await readCsv(office.api, `${base}/export`)
    expect(english.find((row) => row.Number === made.number)).toMatchObject({ Comment: 'Listed' })
    const response = await office.api.raw(`${base}/export?format=xlsx&language=ru`)
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    expect(sheets[0]?.rows[0]).toEqual(expect.arrayContaining(['Номер', 'Склад', 'Себестоимость']))
  })

  it('omits costs and refuses exports for employees without the permissions', async () => {
    const product = await createProduct(office.organization)
    await write(BASES.enter, {}, [{ productId: product, quantity: 1, price: 5 }])
    const storekeeper = await hire(door, office.organization, 'Storekeeper')
    const [row] = await readCsv(storekeeper, `${BASES.enter}/export`)
    expect(row).toHaveProperty('Amount')
    expect(row).not.toHaveProperty('Cost')
    const path = `${BASES.enter}/export`
    expect((await new ApiClient(door).get(path)).status).toBe(401)
    expect((await (await hire(door, office.organization, 'Cashier')).get(path)).status).toBe(403)
    expect(await readCsv((await signUp(door)).api, path)).toEqual([])
  })
})
