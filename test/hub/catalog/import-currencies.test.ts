import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { byCode, OWN, productsOf, sendCsv } from './imports.ts'

describe('imports of products', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  describe('prices in another currency', () => {
    const HEADER = 'Name;Code;Price: Retail price;Currency (Retail price);Cost;Currency (Cost);Min price'
    const FILE = [
      HEADER,
      'Tenge;c1;10;KZT;5;тг;1',
      'Dollars;c2;10.01;USD;4.5;$;',
      'In the cell;c3;$ 2;;3 USD;;"1,5 $"',
      'Sums;c4;1000;UZS;;;',
      'None;c5;;USD;;$;',
    ].join('\n')
    const pricesOf = async (api: ApiClient, code: string) => {
      const product = await byCode(api, code)
      return [product?.retailPrice, product?.cost, product?.minPrice]
    }
    const faultsOf = ({ body }: Answer) =>
      body.errors.map(({ row, column, value }: Answer['body']) => [row, column, value])
    const FAULTS = [
      [3, 'Currency (Retail price)', 'USD'],
      [4, 'Price: Retail price', '$'],
      [5, 'Currency (Retail price)', 'UZS'],
    ]

    it('refuses an import that lacks an exchange rate, or skips the affected rows on request', async () => {
      const { api } = await signUp(door)
      const refused = await sendCsv(api, OWN, FILE)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
      expect(faultsOf(refused)).toEqual(FAULTS)
      expect(refused.body.errors[0].message).toContain('rates=USD=')
      expect(await productsOf(api)).toEqual([])
      const plan = await sendCsv(api, `${OWN}?dryRun=true`, FILE)
      expect([plan.status, plan.body.toCreate, faultsOf(plan)]).toEqual([200, 2, FAULTS])
      const done = await sendCsv(api, `${OWN}?onFaults=skip`, FILE)
      expect([done.status, done.body.created, faultsOf(done)]).toEqual([200, 2, FAULTS])
      expect((await productsOf(api)).map(({ code }) => code)).toEqual(['c1', 'c5'])
    })

    it('converts prices at the exchange rates in the request', async () => {
      const { api } = await signUp(door)
      const done = await sendCsv(api, `${OWN}?rates=USD=450.55;UZS=3.75/100`, FILE)
      expect(done.status, JSON.stringify(done.body)).toBe(200)
      expect(await pricesOf(api, 'c1')).toEqual([10, 5, 1])
      expect(await pricesOf(api, 'c2')).toEqual([4510.01, 2027.475, null])
      expect(await pricesOf(api, 'c3')).toEqual([901.1, 1351.65, 675.83])
      expect(await pricesOf(api, 'c4')).toEqual([37.5, 0, null])
    })

    it('converts prices at the daily rates of the organization into the currency of the price type', async () => {
      const [{ api }, { api: other }] = [await signUp(door), await signUp(door)]
      const currencies: Answer['body'][] = (await api.get('/api/catalog/currencies?pageSize=500')).body.items
      const idOf = (isoCode: string) => currencies.find((currency) => currency.isoCode === isoCode)?.id
      for (const [isoCode, rate] of [
        ['USD', 450],
        ['EUR', 500],
      ])
        await api.post(`/api/catalog/currencies/${idOf(String(isoCode))}/rates`, { day: '2026-01-01', rate })
      const type = { name: 'Abroad', currencyId: idOf('EUR') }
      const { body: abroad } = await api.post('/api/catalog/price-types', type)
      const file =
        'Name;Code;Price;Currency (Price);Price: Abroad;Currency (Abroad)\nA;a;2;USD;3;$\nB;b;2;;3;EUR'
      expect((await sendCsv(api, OWN, file)).status).toBe(200)
      const priceAbroad = async (code: string) =>
        (await byCode(api, code))?.prices.find((price: Answer['body']) => price.priceTypeId === abroad.id)
          .value
      expect([await pricesOf(api, 'a'), await priceAbroad('a')]).toEqual([[900, 0, null], 2.7])
      expect(await priceAbroad('b')).toBe(3)
      expect((await sendCsv(other, OWN, file)).status).toBe(400)
    })

    it('reads roubles as Belarusian roubles in an organization of Belarus', async () => {
      const { api } = await signUp(door, { country: 'BY' })
      expect((await sendCsv(api, OWN, 'Name;Code;Price;Currency (Price)\nA;a;2;руб')).status).toBe(200)
      expect((await sendCsv(api, OWN, 'Name;Code;Price;Currency (Price)\nA;a;2;RUB')).status).toBe(400)
    })

    it.each(['USD', 'USD=', 'USD=0', 'USD=-1', 'USD=1e3', 'usd=1', 'USD=1/0', 'USD=1.0000001'])(
      'refuses the exchange rates %j',
      async (rates) => {
        const refused = await sendCsv(shop.api, `${OWN}?rates=${encodeURIComponent(rates)}`, FILE)
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/query/rates'])
      },
    )
  })
})
