import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { begin } from './at-once.ts'
import { BASES, type Office, openOffice } from './book-keeping.ts'
import { done } from './histories.ts'

const DAY = '2026-03-01'
const AT = `${DAY}T10:00:00Z`
const SETTINGS = '/api/organization/settings'

describe('closing a period while documents are posted', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = await door.database.connect()
  })
  afterAll(() => owner.end())

  async function openShop() {
    const office = await openOffice(door)
    const enter = await draft(office)
    await done(office.api.post(`${BASES.enter}/${enter}/post`))
    return { office, device: await enrolDevice(door, office.organization) }
  }

  async function draft({ api, header, tea }: Office): Promise<string> {
    const lines = [{ productId: tea, quantity: 3, price: 5 }]
    const { id } = await done(api.post(BASES.enter, { ...header(BASES.enter), date: AT, lines }))
    return id
  }

  const sell = ({ organization, tea }: Office, device: Device) =>
    device.upload([device.item(saleBody(organization, [{ productId: tea }], { soldAt: AT }))])

  async function close({ api }: Office) {
    const { costMethod: _, ...settings } = (await api.get(SETTINGS)).body
    return api.put(SETTINGS, { ...settings, closedUntil: DAY })
  }

  it.each(['a document', 'a receipt of a till'])(
    'waits for %s that is being posted before closing the period',
    async (what) => {
      const { office, device } = await openShop()
      const id = await draft(office)
      await owner.query('BEGIN')
      await owner.query('SELECT FROM stock_balances WHERE product_id = $1 FOR UPDATE', [office.tea])
      const posting =
        what === 'a document' ? office.api.post(`${BASES.enter}/${id}/post`) : sell(office, device)
      const posted = await begin(owner, [posting])
      const closed = await begin(owner, [close(office)], 2)
      expect([...posted.ended, ...closed.ended]).toEqual([])
      await owner.query('ROLLBACK')
      expect((await posted.answers).map(({ status }) => status)).toEqual([200])
      expect((await closed.answers).map(({ status }) => status)).toEqual([200])
    },
  )

  it('refuses all eight postings that start while the period is being closed', async () => {
    const { office, device } = await openShop()
    const ids = await Promise.all([1, 2, 3, 4].map(() => draft(office)))
    const devices = [device]
    while (devices.length < 4) devices.push(await enrolDevice(door, office.organization))
    await owner.query('BEGIN')
    await owner.query('UPDATE organization_settings SET closed_until = $2 WHERE organization_id = $1', [
      office.organization.organizationId,
      DAY,
    ])
    const eight = await begin(owner, [
      ...ids.map((id) => office.api.post(`${BASES.enter}/${id}/post`)),
      ...devices.map((each) => sell(office, each)),
    ])
    await owner.query('COMMIT')
    const answers = (await eight.answers).map(({ body }) => body)
    expect(answers.slice(0, 4).map(({ code }) => code)).toEqual(ids.map(() => 'period_closed'))
    const results = answers.slice(4).map(({ results }) => must(results)[0])
    expect(results.map(({ reasons }) => reasons[0].code)).toEqual(devices.map(() => 'period_closed'))
    const { items } = (await office.api.get('/api/sales/retail?status=Draft')).body
    expect(items).toHaveLength(devices.length)
    const moved = (await office.api.get('/api/inventory/movements')).body.items
    expect(moved).toHaveLength(1)
  })
})
