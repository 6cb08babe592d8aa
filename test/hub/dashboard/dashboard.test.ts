import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASES } from '#test/hub/documents/book-keeping.ts'
import { done } from '#test/hub/documents/histories.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { hire, hireWithoutCosts, superAdmin } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers, looked into freely
type Json = any
const DAY_MS = 86_400_000

describe('the dashboard', () => {
  const door = useHub()
  let shop: Organization
  let device: Device
  let ids: Record<'tea' | 'cola' | 'bread' | 'salt' | 'customer', string>

  const get = async (path: string, api = shop.api): Promise<Json> => done(api.get(`/api/${path}`))
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  const sell = async (productId: string, quantity: number, days: number, more: object = {}) => {
    const sale = saleBody(shop, [{ productId, quantity, price: 10 }], { soldAt: ago(days), ...more })
    await device.upload([device.item(sale)])
    return sale
  }

  /**
   * Sets up tea and cola, which sell and are at or below their minimum stock, salt, which does not sell, and
   * plenty of bread.
   */
  beforeAll(async () => {
    shop = await signUp(door)
    device = await enrolDevice(door, shop)
    const customer = (
      await done(
        shop.api.post('/api/catalog/counterparties', { name: 'Aizhan Customer', phone: '+77011234567' }),
      )
    ).id
    ids = {
      tea: await createProduct(shop, { name: 'Tea', minStock: 40 }),
      customer,
      cola: await createProduct(shop, { name: 'Cola', minStock: 50 }),
      bread: await createProduct(shop, { name: 'Bread', minStock: 5 }),
      salt: await createProduct(shop, { name: 'Salt', minStock: 10 }),
    }
    const enter = await done(
      shop.api.post(BASES.enter, {
        storeId: shop.storeId,
        date: ago(100),
        lines: [
          { productId: ids.tea, quantity: 100, price: 4 },
          { productId: ids.cola, quantity: 70, price: 4 },
          { productId: ids.bread, quantity: 90, price: 4 },
          { productId: ids.salt, quantity: 10, price: 4 },
        ],
      }),
    )
    await done(shop.api.post(`${BASES.enter}/${enter.id}/post`))
    await sell(ids.tea, 60, 2)
    await sell(ids.cola, 30, 3)
    await sell(ids.bread, 20, 20)
  })

  it('lists products that are running out, fewest days of stock first', async () => {
    // Tea: 40 left, 60 sold in 30 days. Cola: 40 left, 30 sold.
    expect((await get('dashboard/low-stock')).items).toMatchObject([
      { name: 'Tea', quantity: 40, minStock: 40, averageDailySales: 2, daysOfStock: 20 },
      { name: 'Cola', quantity: 40, minStock: 50, averageDailySales: 1, daysOfStock: 40 },
      { name: 'Salt', quantity: 10, minStock: 10, averageDailySales: 0, daysOfStock: null },
    ])
    expect((await get('dashboard/low-stock?limit=1')).items).toHaveLength(1)
  })

  it('calculates revenue, costs and margin of the last days, and requires the permission to view costs', async () => {
    expect(await get('dashboard/margin')).toMatchObject({
      revenue: 1100,
      costSum: 440,
      margin: 660,
      salesMargin: 0.6,
    })
    expect(await get('dashboard/margin?days=7')).toMatchObject({ revenue: 900, costSum: 360, margin: 540 })
    expect((await (await hireWithoutCosts(door, shop)).get('/api/dashboard/margin')).status).toBe(403)
  })

  it('lists the top products of the last seven days by default', async () => {
    expect((await get('dashboard/top-products')).items).toMatchObject([
      { name: 'Tea', quantity: 60, revenue: 600 },
      { name: 'Cola', quantity: 30, revenue: 300 },
    ])
    expect((await get('dashboard/top-products?days=30&limit=1')).items).toMatchObject([{ name: 'Tea' }])
  })

  it('subtracts returns from the top products, ignores shipments, and sorts ties by name', async () => {
    const other = await signUp(door)
    const till = await enrolDevice(door, other)
    const [fig = '', date = '', cherry = '', apple = ''] = await Promise.all(
      ['Fig', 'Date', 'Cherry', 'Apple'].map((name) => createProduct(other, { name, kind: 'Service' })),
    )
    const of = (isReturn: boolean, days: number, ...lines: [productId: string, price: number][]) =>
      till.item(
        saleBody(
          other,
          lines.map(([productId, price]) => ({ productId, price })),
          { isReturn, soldAt: ago(days) },
        ),
      )
    await till.upload([
      of(false, 0, [fig, 100], [date, 90], [cherry, 90]),
      of(false, 6, [fig, 100], [apple, 90]),
      of(true, 1, [fig, 150]),
      // This receipt is older than seven days.
      of(false, 8, [fig, 1000]),
    ])
    const customer = await done(other.api.post('/api/catalog/counterparties', { name: 'Customer' }))
    const demand = await done(
      other.api.post(BASES.demand, {
        storeId: other.storeId,
        counterpartyId: customer.id,
        lines: [{ productId: fig, quantity: 1, price: 500 }],
      }),
    )
    await done(other.api.post(`${BASES.demand}/${demand.id}/post`))
    const { items } = await get('dashboard/top-products?limit=4', other.api)
    expect(items.map(({ name, quantity, revenue }: Json) => [name, quantity, revenue])).toEqual([
      ['Apple', 1, 90],
      ['Cherry', 1, 90],
      ['Date', 1, 90],
      ['Fig', 1, 50],
    ])
    for (const limit of [1, 2])
      expect((await get(`dashboard/top-products?limit=${limit}`, other.api)).items).toEqual(
        items.slice(0, limit),
      )
  })

  it('includes tied products in the order of their names when the list is cut off', async () => {
    const other = await signUp(door)
    const till = await enrolDevice(door, other)
    const productIds = await Promise.all(
      [...'HCFAEGBD'].map((name) => createProduct(other, { name, kind: 'Service' })),
    )
    await till.upload([
      till.item(
        saleBody(
          other,
          productIds.map((productId) => ({ productId, price: 50 })),
        ),
      ),
    ])
    const { items } = await get('dashboard/top-products?limit=3', other.api)
    expect(items.map(({ name }: Json) => name)).toEqual(['A', 'B', 'C'])
  })

  it('lists the latest posted receipts, including returns', async () => {
    const back = await sell(ids.tea, 1, 0, { isReturn: true })
    const { items } = await get('dashboard/recent-sales?limit=2')
    expect(items).toMatchObject([
      { id: back.id, isReturn: true, sum: 10, cashierName: 'Owner' },
      { isReturn: false, sum: 600 },
    ])
    await done(shop.api.post('/api/sales/retail', { storeId: shop.storeId, lines: [], payments: [] }))
    expect((await get('dashboard/recent-sales?limit=1')).items[0].id).toBe(back.id)
  })

  describe('the stream of receipts', () => {
    async function listen(api: ApiClient, headers: Record<string, string> = {}) {
      const response = await api
        .with({ Accept: 'text/event-stream', ...headers })
        .raw('/api/dashboard/recent-sales?limit=2')
      expect(response.headers.get('Content-Type')).toBe('text/event-stream')
      const events: { id: string; sale: Json }[] = []
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      let text = ''
      const reading = (async () => {
        for (;;) {
          const { done: isOver, value } = await reader.read()
          if (isOver) return
          text += new TextDecoder().decode(value)
          const parts = text.split('\n\n')
          text = parts.pop() ?? ''
          for (const part of parts) {
            const [, id, data] = /^id: (\S+)\nevent: sale\ndata: (.*)$/.exec(part) ?? []
            if (id && data) events.push({ id, sale: JSON.parse(data) })
          }
        }
      })()
      return { events, ended: reading, stop: () => reader.cancel() }
    }

    it('streams each receipt on arrival, and resumes on another hub after the first stops', async () => {
      const config = {
        databaseUrl: door.database.hubUrl,
        publicUrl: door.config.publicUrl,
        runsJobs: false,
      }
      const first = await startTestHub(config)
      const headers = shop.api.headers
      const stream = await listen(new ApiClient(first).with(headers))
      await until('the latest receipts are told', async () => stream.events.length === 2)
      const sale = await sell(ids.bread, 1, 0)
      await until('the new one is told', async () => stream.events.at(-1)?.sale.id === sale.id)
      const lastEventId = stream.events.at(-1)?.id ?? ''
      await first[Symbol.asyncDispose]()
      await stream.ended
      // The stream must resume with all three receipts, more than a new stream starts with.
      const missed: { id: string }[] = []
      for (const quantity of [2, 3, 4]) missed.push(await sell(ids.bread, quantity, 0))
      await using second = await startTestHub(config)
      const again = await listen(new ApiClient(second).with(headers), { 'Last-Event-ID': lastEventId })
      await until('what was missed is told', async () =>
        missed.every(({ id }) => again.events.some((event) => event.sale.id === id)),
      )
      await again.stop()
    })
  })

  describe('global search', () => {
    const find = async (query: string, api = shop.api): Promise<[string, string][]> =>
      (await get(`search/global?query=${encodeURIComponent(query)}`, api)).items.map(
        ({ kind, title }: Json) => [kind, title],
      )

    beforeAll(async () => {
      const program = await done(shop.api.post('/api/loyalty/programs', { name: 'Club', kind: 'Bonus' }))
      await done(
        shop.api.post('/api/loyalty/cards/issue', {
          programId: program.id,
          cardNumber: '7700123',
          customerId: ids.customer,
        }),
      )
    })

    it.each([
      ['Bread', 'Product', 'Bread'],
      ['Aizhan', 'Counterparty', 'Aizhan Customer'],
      ['Aizahn Custmer', 'Counterparty', 'Aizhan Customer'],
      ['8 701 123 45 67', 'Counterparty', 'Aizhan Customer'],
      ['7700123', 'LoyaltyCard', '7700123'],
      ['Owner', 'Employee', 'Owner'],
      ['1', 'Document', '000001'],
    ])('finds a record by the query %s', async (query, kind, title) => {
      expect(await find(query)).toContainEqual([kind, title])
    })

    it('finds names in any letter case and despite typing errors, best matches first', async () => {
      const other = await signUp(door)
      const create = async (path: string, body: object) => done(other.api.post(`/api/${path}`, body))
      const named = (name: string, more = {}) => create('catalog/counterparties', { name, ...more })
      await named('ТОО «Рога и Копыта»', { code: 'B-17', taxId: '990140000007' })
      await named('Иванова Мария')
      await named('Мария Петрова')
      await named('Мария')
      const gone = await named('Мария Архивная')
      await done(other.api.put(`/api/catalog/counterparties/${gone.id}`, { ...gone, isArchived: true }))
      const customer = await named('Сергей Жумабаев', { phone: '+77015550101' })
      const program = await create('loyalty/programs', { name: 'Club', kind: 'Bonus' })
      const issue = (cardNumber: string, customerId?: string) =>
        create('loyalty/cards/issue', { programId: program.id, cardNumber, customerId })
      await issue('KZ 100', customer.id)
      await issue('KZ 1005')
      const titles = async (query: string, api = other.api) =>
        (await find(query, api)).map(([, title]) => title)
      expect(await titles('мария')).toEqual(['Мария', 'Мария Петрова', 'Иванова Мария'])
      expect((await titles('Мария Птрова'))[0]).toBe('Мария Петрова')
      for (const typed of ['капыта', 'рога и копыта', 'ТОО Рога', 'копы', 'roga', 'B-17', '990140000007'])
        expect([typed, await titles(typed)]).toEqual([typed, ['ТОО «Рога и Копыта»']])
      for (const typed of ['Жумабаев', 'Жумбаев Сергей', '8 701 555 01 01'])
        expect([typed, await titles(typed)]).toEqual([typed, ['Сергей Жумабаев', 'KZ 100']])
      expect(await titles('kz100')).toEqual(['KZ 100', 'KZ 1005'])
      expect(await titles('z100')).toEqual([])
      for (const typed of ['«»', 'Мария', 'kz100'])
        expect(await titles(typed, (await signUp(door)).api)).toEqual([])
    })

    it('finds a loyalty card despite many similar cards of another organization', async () => {
      const [stranger, other] = [await signUp(door), await signUp(door)]
      const issue = async ({ api }: Organization, programId: string, cardNumber: string) => {
        const customer = await done(api.post('/api/catalog/counterparties', { name: 'Nurlan' }))
        await done(api.post('/api/loyalty/cards/issue', { programId, cardNumber, customerId: customer.id }))
      }
      const join = async ({ api }: Organization): Promise<string> =>
        (await done(api.post('/api/loyalty/programs', { name: 'Club', kind: 'Bonus' }))).id
      const [theirs, own] = [await join(stranger), await join(other)]
      for (const digit of '12345') await issue(stranger, theirs, `VIP ${digit}`)
      await issue(other, own, 'VIP 6')
      expect(await find('vip', other.api)).toEqual([['LoyaltyCard', 'VIP 6']])
      expect(await find('Nurlan', other.api)).toContainEqual(['LoyaltyCard', 'VIP 6'])
    })

    it('finds receipts by their digits and by their number in any notation', async () => {
      const receiptNumber = `${device.series}-007315`
      await sell(ids.bread, 1, 1, { receiptNumber })
      const spaced = `${device.series.toLowerCase()} 7315`
      for (const typed of ['7315', '007315', spaced, `${device.series}-7315`])
        expect([typed, await find(typed)]).toEqual([typed, [['Receipt', receiptNumber]]])
      for (const typed of ['731', '73150', `${device.series}-7316`]) expect(await find(typed)).toEqual([])
      expect(await find('7315', (await signUp(door)).api)).toEqual([])
    })

    it('finds receipts by printed number, and only records that the role may see', async () => {
      const sale = await sell(ids.bread, 1, 1)
      expect(await find(sale.receiptNumber)).toEqual([['Receipt', sale.receiptNumber]])
      const storekeeper = await hire(door, shop, 'Storekeeper')
      expect(await find(sale.receiptNumber, storekeeper)).toEqual([])
      expect(await find('Owner', storekeeper)).toEqual([])
      expect(await find('Bread', storekeeper)).toEqual([['Product', 'Bread']])
      expect(await find('Bread', await hire(door, shop, 'Cashier'))).toEqual([])
      expect(await find('Bread', (await signUp(door)).api)).toEqual([])
      expect((await new ApiClient(door).get('/api/search/global?query=Bread')).status).toBe(401)
    })
  })

  it('returns the news in three languages', async () => {
    const { items } = await get('whats-new')
    expect(items.length).toBeGreaterThan(0)
    for (const { title, text } of items)
      expect(Object.keys({ ...title, ...text }).sort()).toEqual(['en', 'kk', 'ru'])
  })

  describe('feedback', () => {
    let server: MailServer
    let admin: ApiClient
    beforeAll(async () => {
      server = await MailServer.start()
      admin = await superAdmin(door, shop)
      await mailThrough(admin, server)
    })
    afterAll(() => server.stop())

    it('lists feedback for the platform and mails it to the maintainer', async () => {
      await done(
        shop.api.post('/api/feedback', { kind: 'Problem', text: 'It is dark.\nVery.', page: '/sales' }),
      )
      const { items, total } = await done(admin.get('/api/super-admin/feedback'))
      expect(total).toBe(1)
      expect(items[0]).toMatchObject({
        kind: 'Problem',
        text: 'It is dark.\nVery.',
        page: '/sales',
        email: shop.email,
        organizationId: shop.organizationId,
      })
      await until('it is mailed', async () =>
        server.mails.some(({ text }: Json) => String(text).includes('It is dark.')),
      )
      expect((await shop.api.get('/api/super-admin/feedback')).status).toBe(403)
      const { status, body } = await shop.api.post('/api/feedback', { text: ' ' })
      expect([status, body.errors[0].pointer]).toEqual([400, '#/text'])
    })
  })
})
