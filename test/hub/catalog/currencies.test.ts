import { beforeAll, describe, expect, it } from 'vitest'
import { enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'

const BASE = '/api/catalog/currencies'
const OWN = { name: 'Point', code: '999', isoCode: 'PTS' }

describe('currencies', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  const find = async (isoCode: string, of = shop) =>
    (await of.api.get(`${BASE}?search=${isoCode}`)).body.items[0]
  /** Returns the members of a response that a PUT request accepts. */
  const editable = ({
    id,
    createdAt,
    updatedAt,
    isDefault,
    isPreset,
    rateDay,
    ...rest
  }: Record<string, unknown>) => rest
  const change = async (isoCode: string, changes: Record<string, unknown>, of = shop) => {
    const currency = await find(isoCode, of)
    return of.api.put(`${BASE}/${currency.id}`, { ...editable(currency), ...changes })
  }

  it('creates preset currencies, including the accounting currency', async () => {
    expect(await find('KZT')).toMatchObject({ isPreset: true, isDefault: true, rate: 1, multiplicity: 1 })
    expect(await find('USD')).toMatchObject({ isPreset: true, isDefault: false, code: '840', symbol: '$' })
  })

  it.each([0.000001, 0.1, 523.456789, 999999999.999999, 1e9])(
    'keeps the exchange rate %d exactly',
    async (rate) => {
      const answer = await change('USD', { rate, multiplicity: 10 })
      expect(answer.body).toMatchObject({ rate, multiplicity: 10 })
      expect((await find('USD')).rate).toBe(rate)
    },
  )

  it.each([0, -1, 0.0000001, 1e9 + 1, '5'])('refuses the exchange rate %j', async (rate) => {
    const answer = await change('EUR', { rate })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '#/rate'])
  })

  it('fixes the exchange rate of the accounting currency at 1, and refuses to archive that currency', async () => {
    for (const [field, value] of [
      ['rate', 2],
      ['multiplicity', 10],
    ]) {
      const answer = await change('KZT', { [field as string]: value })
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, `#/${field}`])
    }
    const archived = await change('KZT', { isArchived: true })
    expect([archived.status, archived.body.code]).toEqual([409, 'in_use'])
    expect((await change('KZT', {})).status).toBe(200)
  })

  it.each([
    ['name', 'Dollar'],
    ['fullName', 'US dollar'],
    ['code', '841'],
    ['isoCode', 'USX'],
    ['symbol', 'USD'],
  ])('refuses to change the %s of a preset currency', async (field, value) => {
    const answer = await change('GBP', { [field]: value })
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([
      409,
      'preset_record',
      `#/${field}`,
    ])
  })

  it('refuses to delete a currency', async () => {
    const answer = await shop.api.delete(`${BASE}/${(await find('GBP')).id}`)
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, PUT'])
  })

  it('archives a currency only when no price type uses it', async () => {
    const here = await signUp(door)
    const { id: currencyId } = await find('USD', here)
    const price = (name: string) => here.api.post('/api/catalog/price-types', { name, currencyId })
    const { body: priceType } = await price('Dollars')
    expect(priceType.currencyId).toBe(currencyId)
    const used = await change('USD', { isArchived: true }, here)
    expect([used.status, used.body.code]).toEqual([409, 'in_use'])
    expect(used.body.blockedBy).toEqual([{ resource: 'price types', count: 1, names: ['Dollars'] }])
    await here.api.delete(`/api/catalog/price-types/${priceType.id}`)
    expect((await change('USD', { isArchived: true }, here)).body.isArchived).toBe(true)
    expect((await here.api.get(`${BASE}?isArchived=true`)).body.total).toBe(1)
    const late = await price('More dollars')
    expect([late.status, late.body.errors[0].pointer]).toEqual([400, '#/currencyId'])
  })

  it('refuses either the archiving of a currency or a new price type in it when both happen concurrently', async () => {
    const here = await signUp(door)
    const { id: currencyId } = await find('EUR', here)
    const answers = await Promise.all([
      change('EUR', { isArchived: true }, here),
      here.api.post('/api/catalog/price-types', { name: 'Euros', currencyId }),
    ])
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(1)
  })

  it('sends a custom currency to the tills that sell in it', async () => {
    const here = await signUp(door)
    const { body: own } = await here.api.post(BASE, OWN)
    const { body: priceType } = await here.api.post('/api/catalog/price-types', {
      name: 'Points',
      currencyId: own.id,
    })
    const { body: point } = await here.api.post('/api/catalog/retail-points', {
      name: 'Bonus shop',
      storeId: here.storeId,
      priceTypeId: priceType.id,
    })
    const device = await enrolDevice(door, here, point.id)
    const first = await device.download()
    const settings = first.lines.find((line) => line.t === 'settings')
    expect(settings).toMatchObject({ v: { currencyCode: 'PTS', currencySymbol: 'PTS' } })
    await change('PTS', { symbol: 'P' }, here)
    // Settings and price type may arrive in two downloads.
    let { cursor } = first.footer
    await until('the till receives the symbol', async () => {
      const { lines, footer } = await device.download(`?cursor=${cursor}`)
      cursor = footer.cursor
      return lines.some((line) => line.t === 'settings' && 'v' in line && line.v.currencySymbol === 'P')
    })
  })
})
