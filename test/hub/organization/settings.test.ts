import { describe, expect, it } from 'vitest'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import { BASES, openOffice } from '#test/hub/documents/book-keeping.ts'
import { openBackOffice } from '#test/hub/sales/back-office.ts'
import { atMoment } from '#test/support/clock.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

const PATH = '/api/organization/settings'
const NO_REASONS = TillReasons.parse({})

describe('organization settings', () => {
  const door = useHub()

  const FRESH = {
    version: 1,
    allowNegativeStock: false,
    closedUntil: null,
    yearlyNumbering: false,
    updateCostOnSupply: true,
    recoversVat: false,
    returnPeriodDays: 14,
    vatIncluded: true,
    priceRounding: null,
    weightBarcodePrefixes: [{ prefix: '21', itemDigits: 5, valueDigits: 5, kind: 'Weight', divisor: 1000 }],
    autoBarcode: false,
    defaultVatRate: null,
    enforceMinPrice: true,
    discountStrategy: 'BySum',
    secondFactorRoleIds: [],
    tillReasons: NO_REASONS,
    onlyListedReasons: false,
    uniqueProductCode: true,
    costMethod: 'MovingAverage',
  }
  const { costMethod: _, uniqueProductCode: __, ...EDITABLE } = FRESH

  it('returns and changes the settings of an organization', async () => {
    const { api } = await signUp(door)
    expect((await api.get(PATH)).body).toEqual(FRESH)
    const changes = {
      version: 1,
      allowNegativeStock: true,
      closedUntil: '2026-01-31',
      yearlyNumbering: true,
      updateCostOnSupply: false,
      recoversVat: true,
      returnPeriodDays: 30,
      weightBarcodePrefixes: [],
      vatIncluded: false,
      priceRounding: { rounding: 'Down', roundTo: 0.5 },
      autoBarcode: true,
      defaultVatRate: 12,
      enforceMinPrice: false,
      secondFactorRoleIds: [],
      discountStrategy: 'ByPriority',
      tillReasons: { ...NO_REASONS, discount: ['Old stock', 'Friend'] },
      onlyListedReasons: true,
    }
    const changed = await api.put(PATH, changes)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.body).toEqual({ ...FRESH, ...changes, version: 2 })
    expect((await api.get(PATH)).body).toEqual(changed.body)
  })

  it('fills in defaults for settings stored without newer fields', async () => {
    const { api, set } = await openBackOffice(door)
    await set(
      `price_rounding = '{}', weight_barcode_prefixes = '[{"prefix":"21","itemDigits":5,"valueDigits":5}]'`,
    )
    const { status, body } = await api.get(PATH)
    expect([status, body.weightBarcodePrefixes]).toEqual([200, FRESH.weightBarcodePrefixes])
    expect(body.priceRounding).toEqual({ rounding: 'Nearest', roundTo: 0.01 })
  })

  it('applies changed settings to documents immediately', async () => {
    const office = await openOffice(door)
    const take = async () => {
      const { body } = await office.api.post(BASES.loss, {
        ...office.header(BASES.loss),
        date: '2026-03-01T10:00:00Z',
        lines: [{ productId: office.tea, quantity: 1 }],
      })
      return office.api.post(`${BASES.loss}/${body.id}/post`)
    }
    expect((await take()).body.code).toBe('insufficient_stock')
    await office.api.put(PATH, { ...EDITABLE, allowNegativeStock: true })
    const loss = await take()
    expect(loss.status).toBe(200)
    await office.api.put(PATH, { ...EDITABLE, version: 2, closedUntil: '2026-03-01' })
    const unposted = await office.api.post(`${BASES.loss}/${loss.body.id}/unpost`)
    expect(unposted.body).toMatchObject({ code: 'period_closed', closedUntil: '2026-03-01' })
  })

  it('refuses a change of settings with a stale version', async () => {
    const { api } = await signUp(door)
    const answers = await Promise.all([api.put(PATH, EDITABLE), api.put(PATH, EDITABLE)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await api.put(PATH, EDITABLE)).body).toMatchObject({
      code: 'concurrency_conflict',
      currentVersion: 2,
    })
  })

  it('accepts a closing date up to today in the time zone of the organization', async () => {
    const { api } = await signUp(door, { timeZone: 'Asia/Almaty' })
    const close = () => api.put(PATH, { ...EDITABLE, closedUntil: '2026-03-10' })
    // Almaty is at UTC+5.
    const ahead = await atMoment('2026-03-09T18:59:59.999Z', close)
    expect([ahead.status, ahead.body.errors?.[0].pointer]).toEqual([400, '#/closedUntil'])
    expect((await atMoment('2026-03-09T19:00:00.000Z', close)).status).toBe(200)
  })

  it.each([
    ['#/closedUntil', { closedUntil: '2026-02-30' }],
    ['#/closedUntil', { closedUntil: '0000-01-01' }],
    ['#/returnPeriodDays', { returnPeriodDays: -1 }],
    ['#/discountStrategy', { discountStrategy: 'BestOfAll' }],
    ['#/recoversVat', { recoversVat: 'yes' }],
    ['#/priceRounding/roundTo', { priceRounding: { rounding: 'Up', roundTo: 0 } }],
    ['#/yearlyNumbering', { yearlyNumbering: undefined }],
    ['#/version', { version: undefined }],
    ['#/colour', { colour: 'green' }],
  ])('reports the invalid field: %s', async (pointer, fault) => {
    const { api } = await signUp(door)
    const { status, body } = await api.put(PATH, { ...EDITABLE, ...fault })
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer])
  })

  it('refuses settings to users without the permissions, and separates the settings of organizations', async () => {
    const organization = await signUp(door)
    const stranger = await signUp(door)
    await organization.api.put(PATH, { ...EDITABLE, returnPeriodDays: 7 })
    expect((await stranger.api.get(PATH)).body).toEqual(FRESH)
    expect((await new ApiClient(door).get(PATH)).status).toBe(401)
    const manager = await hire(door, organization, 'Manager')
    expect([(await manager.get(PATH)).status, (await manager.put(PATH, EDITABLE)).status]).toEqual([403, 403])
    const administrator = await hire(door, organization, 'Administrator')
    expect((await administrator.get(PATH)).body.returnPeriodDays).toBe(7)
  })
})
