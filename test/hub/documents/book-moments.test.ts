import { describe, expect, it } from 'vitest'
import { type Answer, type ApiClient, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { type BackOffice, openBackOffice } from '../sales/back-office.ts'

const COUNT = '/api/inventory/inventories'
const CLOSED_UNTIL = '2026-03-31'
const IN_CLOSED = '2026-03-15T10:00:00.000Z'
const IN_OPEN = '2026-04-02T10:00:00.000Z'

describe('the counting time of a stock count line', () => {
  const door = useHub()

  /** Opens an office with 50 pieces of tea since January and books closed until the end of March. */
  async function open() {
    const office = await openBackOffice(door)
    await office.receive(40, 60)
    await office.set(`closed_until = '${CLOSED_UNTIL}'`)
    return { office, clerk: await hireWithout(door, office.shop, 'period.override') }
  }
  const bodyOf = ({ shop, tea }: BackOffice, countedAt?: string, more: object = {}) => ({
    storeId: shop.storeId,
    date: IN_OPEN,
    ...more,
    lines: [{ productId: tea, countedQuantity: 7, ...(countedAt && { countedAt }) }],
  })
  const atLock = async ({ api, tea }: BackOffice) =>
    (await api.get(`/api/inventory/stock?productId=${tea}&asOf=${CLOSED_UNTIL}`)).body.items[0].quantity
  const refusalOf = ({ status, body }: Answer) => [status, body.code, body.errors?.[0]?.pointer]
  const CLOSED = [409, 'period_closed', '#/lines/0/countedAt']
  const post = (api: ApiClient, id: string, query = '') => api.post(`${COUNT}/${id}/post${query}`)

  it('refuses counting times in a closed period when drafts are created, changed, filled or deleted', async () => {
    const { office, clerk } = await open()
    expect(refusalOf(await clerk.post(COUNT, bodyOf(office, IN_CLOSED)))).toEqual(CLOSED)
    const draft = (await clerk.post(COUNT, bodyOf(office, IN_OPEN))).body
    const path = `${COUNT}/${draft.id}`
    const back = { version: draft.version }
    expect(refusalOf(await clerk.put(path, bodyOf(office, IN_CLOSED, back)))).toEqual(CLOSED)
    // A permitted user has moved the draft into the closed period. No one else can change it.
    const moved = await office.api.put(path, bodyOf(office, IN_CLOSED, back))
    expect([moved.status, moved.body.lines[0].countedAt]).toEqual([200, IN_CLOSED])
    const { version } = moved.body
    for (const answer of [
      await clerk.put(path, bodyOf(office, IN_OPEN, { version })),
      await clerk.post(`${path}/fill`, { version }),
      await clerk.delete(path),
    ])
      expect(refusalOf(answer)).toEqual(CLOSED)
  })

  it('refuses to post or unpost a count in a closed period without an override, and records the override', async () => {
    const { office, clerk } = await open()
    const { id } = (await office.api.post(COUNT, bodyOf(office, IN_CLOSED))).body
    for (const [api, query] of [
      [office.api, ''],
      [clerk, '?overridePeriod=true'],
    ] as const)
      expect(refusalOf(await post(api, id, query))).toEqual(CLOSED)
    expect(await atLock(office)).toBe(50)
    const { body } = await post(office.api, id, '?overridePeriod=true')
    expect(body).toMatchObject({ status: 'Posted', postings: [{ overrides: ['ClosedPeriod'] }] })
    expect(await atLock(office)).toBe(7)
    const unpost = (api: ApiClient, query = '') => api.post(`${COUNT}/${id}/unpost${query}`)
    expect(refusalOf(await unpost(office.api))).toEqual(CLOSED)
    expect(refusalOf(await unpost(clerk, '?overridePeriod=true'))).toEqual(CLOSED)
    expect((await unpost(office.api, '?overridePeriod=true')).status).toBe(200)
    expect(await atLock(office)).toBe(50)
  })

  it('applies the closing day up to its last millisecond in the time zone of the organization', async () => {
    const { office, clerk } = await open()
    // In Almaty, the day ends at 19:00 UTC.
    const last = await clerk.post(COUNT, bodyOf(office, '2026-03-31T18:59:59.999Z'))
    expect(refusalOf(last)).toEqual(CLOSED)
    const first = await clerk.post(COUNT, bodyOf(office, '2026-03-31T19:00:00.000Z'))
    expect((await post(clerk, first.body.id)).status).toBe(200)
    expect([await atLock(office), (await office.stock()).quantity]).toEqual([50, 7])
  })

  it('refuses counting times and document dates more than a day ahead, also when posting old drafts', async () => {
    const { office } = await open()
    const far = '2099-01-01T00:00:00.000Z'
    const FAR = [400, 'invalid_request', '#/lines/0/countedAt']
    expect(refusalOf(await office.api.post(COUNT, bodyOf(office, far)))).toEqual(FAR)
    const soon = new Date(Date.now() + 86_000_000).toISOString()
    const { id, version } = (await office.api.post(COUNT, bodyOf(office, soon))).body
    expect(refusalOf(await office.api.put(`${COUNT}/${id}`, bodyOf(office, far, { version })))).toEqual(FAR)
    await office.write(`UPDATE document_lines SET counted_at = '${far}' WHERE document_id = '${id}'`)
    expect(refusalOf(await post(office.api, id))).toEqual(FAR)
    // The same limit applies to the date of a document.
    await office.write(`UPDATE document_lines SET counted_at = NULL WHERE document_id = '${id}'`)
    await office.write(`UPDATE documents SET date = '${far}' WHERE id = '${id}'`)
    expect(refusalOf(await post(office.api, id))).toEqual([400, 'invalid_request', '#/date'])
    const sale = await office.draft()
    await office.write(`UPDATE retail_sales SET date = '${far}' WHERE id = '${sale.id}'`)
    expect(refusalOf(await office.post(sale.id))).toEqual([400, 'invalid_request', '#/date'])
  })
})
