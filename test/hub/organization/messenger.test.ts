import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { newId } from '#shared/std/ids.ts'
import { type FiscalEmulator, startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import { BOT_TOKEN } from '#test/support/bot-api-server.ts'
import { atMoment } from '#test/support/clock.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp } from '#test/support/hub.ts'
import { MESSENGER, MessengerHub } from '#test/support/messenger.ts'
import { hire } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

describe('messenger notifications', () => {
  let emulator: FiscalEmulator
  let hub: MessengerHub
  let server: MessengerHub['server']
  let door: MessengerHub['door']

  beforeAll(async () => {
    emulator = await startFiscalEmulator()
    hub = await MessengerHub.start({ fiscalEmulatorUrl: emulator.url })
    ;({ server, door } = hub)
  })
  afterAll(async () => {
    await hub[Symbol.asyncDispose]()
    await emulator[Symbol.asyncDispose]()
  })
  afterEach(() => {
    server.onSend = () => undefined
  })

  const till = (shop: Organization) => ({
    schema: 1,
    retailPointId: shop.retailPointId,
    tillId: 'till-1',
    cashierId: shop.employeeId,
    cashierName: 'Dana',
    clock: { utcOffsetMinutes: 300, timeZone: 'Asia/Almaty', bootId: 'boot', monotonicMs: 1, hubOffsetMs: 0 },
  })
  const openShift = async (shop: Organization, device: Device) => {
    const shift = {
      ...till(shop),
      id: newId(),
      number: 7,
      openedAt: new Date().toISOString(),
      openingCash: 1000,
    }
    await device.upload([device.item(shift, { type: 'shift_opened' })])
    return shift.id
  }
  const closeShift = (shop: Organization, device: Device, shiftId: string) => {
    const totals = {
      salesCash: 250,
      salesCard: 100,
      returnsCash: 100,
      returnsCard: 0,
      cashIn: 50,
      cashOut: 30.5,
      receiptsCount: 2,
      returnsCount: 1,
      expectedCash: 1169.5,
    }
    const closed = {
      ...till(shop),
      id: newId(),
      shiftId,
      closedAt: new Date().toISOString(),
      totals,
      countedCash: 1169,
    }
    return device.upload([device.item(closed, { type: 'shift_closed' })])
  }
  const sell = (shop: Organization, device: Device, productId: string, price: number, isReturn = false) => {
    const sale = saleBody(shop, [{ productId, price }], { isReturn })
    return device.upload([device.item(sale)])
  }

  it('binds a chat only once by the code of a link, and sends the name of the organization', async () => {
    const shop = await signUp(door)
    const first = await hub.link(shop)
    const { url, code } = await hub.link(shop)
    expect(url).toBe(`https://t.me/shop_bot?start=${code}`)
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    const kept = await hub.sql('SELECT code_hash FROM messenger_codes WHERE organization_id = $1', [
      shop.organizationId,
    ])
    expect(kept).toEqual([{ code_hash: createHash('sha256').update(code).digest() }])
    expect(await hub.status(shop)).toMatchObject({ state: 'Waiting', botName: 'shop_bot', chatName: null })
    const chat = hub.newChat()
    // Earlier links are invalid. Other messages do not interfere.
    server.write(chat, `/start ${first.code}`)
    server.write(chat, 'hello')
    server.update({ message: { odd: true } })
    server.write(chat, '/start')
    expect((await server.sentTo(chat, 2)).every((text) => text.includes('Эта ссылка недействительна'))).toBe(
      true,
    )
    server.write(chat, `/start ${code}`)
    const [, , bound] = await server.sentTo(chat, 3)
    expect(bound).toContain('This chat is connected to')
    expect(await hub.status(shop)).toMatchObject({
      state: 'Bound',
      chatName: 'Aigul Chief',
      boundById: shop.employeeId,
      boundByName: 'Owner',
    })
    // The code cannot be used again.
    const other = hub.newChat()
    server.write(other, `/start ${code}`)
    expect(await server.sentTo(other, 1)).toMatchObject([
      expect.stringContaining('Эта ссылка недействительна'),
    ])
    expect((await hub.status(shop)).chatName).toBe('Aigul Chief')
    await until('all updates are confirmed', () => server.waiting === 0)
    const log = (await shop.api.get('/api/admin/audit-log')).body.items
    expect(log[0]).toMatchObject({ action: 'messenger start', employeeId: shop.employeeId })
  })

  it('refuses an expired or withdrawn link', async () => {
    const shop = await signUp(door)
    const { code } = await hub.link(shop)
    const chat = hub.newChat()
    await hub.inAWhile(async () => {
      server.write(chat, `/start ${code}`)
      expect(await server.sentTo(chat, 1)).toMatchObject([
        expect.stringContaining('Эта ссылка недействительна'),
      ])
    }, 16)
    expect((await hub.status(shop)).state).toBe('Waiting')
    // The organization unbinds the messenger before the link is opened.
    const withdrawn = await hub.link(shop)
    expect((await shop.api.delete(MESSENGER)).status).toBe(204)
    server.write(chat, `/start ${withdrawn.code}`)
    expect(await server.sentTo(chat, 2)).toMatchObject(
      Array(2).fill(expect.stringContaining('недействительна')),
    )
    expect((await hub.status(shop)).state).toBe('Unbound')
  })

  it('sends no events from before the chat was bound', async () => {
    const { shop, chat } = await hub.openBound({ largeReturnFrom: 1 })
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop)
    await sell(shop, device, tea, 700, true)
    await until('it is noted', async () => (await noticesOf(shop)).length === 1)
    expect((await shop.api.delete(MESSENGER)).status).toBe(204)
    expect(await noticesOf(shop)).toEqual([])
    const { code } = await hub.link(shop, { largeReturnFrom: 1 })
    server.write(chat, `/start ${code}`)
    await server.sentTo(chat, 2)
    await shop.api.post(`${MESSENGER}/test`)
    await hub.inAWhile(() => server.sentTo(chat, 3))
    expect(server.textsTo(chat).join()).not.toContain('Large return')
  })
  it('reports only conditions and events that begin after the chat was bound', async () => {
    const shop = await signUp(door, { timeZone: 'Asia/Almaty' })
    const device = await enrolDevice(door, shop)
    const low = await createProduct(shop, { name: 'Low before', minStock: 3 })
    const shiftId = await openShift(shop, device)
    await hub.sql(`UPDATE devices SET last_contact_at = now() - interval '1 hour' WHERE id = $1`, [device.id])
    const before = new Date(Date.now() - 60_000).toISOString()
    const chat = hub.newChat()
    const { code } = await hub.link(shop, { largeReturnFrom: 1, lowStock: false })
    server.write(chat, `/start ${code}`)
    await server.sentTo(chat, 1)
    expect(await hub.link(shop, { lowStock: true })).toBeNull()
    // This return was made at the till before the binding and is uploaded later.
    const returned = saleBody(shop, [{ productId: low, price: 700 }], { isReturn: true, soldAt: before })
    const other = await enrolDevice(door, shop)
    await other.upload([other.item(returned)])
    await createProduct(shop, { name: 'Low since', minStock: 1 })
    const [, first] = await hub.inAWhile(() => server.sentTo(chat, 2))
    expect(first).toMatch(/^📦 Low stock: 1\n• Low since: [^\n]*$/)
    await hub.sql(`UPDATE devices SET last_contact_at = now() WHERE id = $1`, [device.id])
    await sell(shop, device, low, 5, true)
    await sell(shop, device, low, 5, true)
    await sell(shop, device, low, 5, true)
    await until('it is low no more', async () => (await lows(shop)).length === 1)
    await sell(shop, device, low, 5)
    await closeShift(shop, device, shiftId)
    const [, , second] = await hub.inAWhile(() => server.sentTo(chat, 3), 12)
    expect(second).toContain('Low before')
    expect(second).toContain('Shift 7 closed')
    expect(second).not.toContain('No contact')
    expect(second).not.toMatch(/\D700\.00/)
  })

  const noticesOf = ({ organizationId }: Organization) =>
    hub.sql('SELECT kind FROM messenger_notices WHERE organization_id = $1 AND sent_at IS NULL', [
      organizationId,
    ])

  it('refuses to bind, test or unbind a chat without the permission, and to bind one with invalid settings', async () => {
    const { shop, chat } = await hub.openBound()
    const manager = await hire(door, shop, 'Cashier')
    expect((await manager.put(`${MESSENGER}/bind`, await hub.body(shop))).status).toBe(403)
    expect((await manager.delete(MESSENGER)).status).toBe(403)
    expect((await manager.post(`${MESSENGER}/test`)).status).toBe(403)
    const stale = await shop.api.put(`${MESSENGER}/bind`, await hub.body(shop, { version: 1 }))
    expect([stale.status, stale.body.code]).toEqual([409, 'concurrency_conflict'])
    for (const [changes, pointer] of [
      [{ quietFrom: '22:00' }, '#/quietTo'],
      [{ quietFrom: '22:00', quietTo: '22:00' }, '#/quietTo'],
      [{ quietFrom: '24:00', quietTo: '08:00' }, '#/quietFrom'],
      [{ largeReturnFrom: 0 }, '#/largeReturnFrom'],
      [{ language: 'fr' }, '#/language'],
    ] as const) {
      const refused = await shop.api.put(`${MESSENGER}/bind`, await hub.body(shop, changes))
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer])
    }
    const other = await signUp(door)
    expect((await other.api.delete(MESSENGER)).status).toBe(204)
    const unbound = await other.api.post(`${MESSENGER}/test`)
    expect([unbound.status, unbound.body.code]).toEqual([409, 'messenger_not_bound'])
    expect(await hub.link(shop, { language: 'kk' })).toBeNull()
    expect((await shop.api.post(`${MESSENGER}/test`)).status).toBe(204)
    const [, test] = await server.sentTo(chat, 2)
    expect(test).toContain('сынақ хабарламасы')
    expect((await shop.api.delete(MESSENGER)).status).toBe(204)
    expect(await hub.status(shop)).toMatchObject({
      state: 'Unbound',
      chatName: null,
      boundAt: null,
      language: 'kk',
    })
  })

  it('unbinds a chat on /stop, and when the chat blocks or removes the bot', async () => {
    const { shop, chat } = await hub.openBound()
    const again = await hub.link(shop)
    expect(again).toBeNull()
    server.write(chat, '/stop@shop_bot')
    await server.sentTo(chat, 2)
    expect((await hub.status(shop)).state).toBe('Stopped')
    for (const status of ['kicked', 'left']) {
      const second = await hub.openBound()
      server.update({ my_chat_member: { chat: { id: second.chat }, new_chat_member: { status } } })
      await until('it is unbound', async () => (await hub.status(second.shop)).state === 'Blocked')
    }
    // The bot API may report a block only in response to the next message.
    const third = await hub.openBound()
    server.onSend = ({ chatId }) =>
      chatId === third.chat ? { code: 403, description: 'Forbidden: bot was blocked by the user' } : undefined
    await third.shop.api.post(`${MESSENGER}/test`)
    await until('it is unbound', async () => (await hub.status(third.shop)).state === 'Blocked')
    // An unbound chat receives nothing.
    expect(server.textsTo(third.chat)).toHaveLength(1)
    const { code } = await hub.link(third.shop)
    server.onSend = () => undefined
    server.write(third.chat, `/start ${code}`)
    await server.sentTo(third.chat, 2)
    expect((await hub.status(third.shop)).state).toBe('Bound')
  })

  it('sends each event only once, in the chosen language and only to its organization', async () => {
    const { shop, chat } = await hub.openBound({ language: 'ru', largeReturnFrom: 500 })
    const quiet = await hub.openBound({
      lowStock: false,
      shiftClosed: false,
      largeReturn: false,
      largeReturnFrom: 1,
      tillSilent: false,
    })
    const untouched = await hub.openBound()
    for (const { shop: each } of [{ shop }, quiet]) {
      const tea = await createProduct(each, { name: 'Чай', minStock: 3 })
      const device = await enrolDevice(door, each)
      const shiftId = await openShift(each, device)
      await sell(each, device, tea, 500, true)
      await sell(each, device, tea, 499.99, true)
      expect((await closeShift(each, device, shiftId)).body.results).toMatchObject([{ result: 'accepted' }])
    }
    const [, text] = await hub.inAWhile(() => server.sentTo(chat, 2))
    expect(text?.replaceAll(/\s/g, ' ')).toMatch(/Крупный возврат: 500,00 (₸|KZT)/)
    expect(text).not.toContain('499,99')
    expect(text).toContain('Закрыта смена 7: till-1')
    expect(text?.replaceAll(/\s/g, ' ')).toMatch(/Продажи: 350,00 (₸|KZT) \(чеков: 2\)/)
    expect(text?.replaceAll(/\s/g, ' ')).toMatch(
      /Наличные 250,00 (₸|KZT), карты 100,00 (₸|KZT), прочее 0,00 (₸|KZT) Возвраты: 100,00 (₸|KZT) \(1\)/,
    )
    expect(text?.replaceAll(/\s/g, ' ')).toMatch(/посчитано: 1 169,00 (₸|KZT), ожидалось 1 169,50/)
    expect(text?.replaceAll(/\s/g, ' ')).toMatch(/Расхождение: -0,50/)
    expect(text).toContain('Заканчиваются товары: 1\n• Чай: 2, минимум 3')
    // A round without new events sends nothing again.
    await shop.api.post(`${MESSENGER}/test`)
    await server.sentTo(chat, 3)
    await hub.inAWhile(async () => {
      await untouched.shop.api.post(`${MESSENGER}/test`)
      await quiet.shop.api.post(`${MESSENGER}/test`)
      await server.sentTo(untouched.chat, 2)
      await server.sentTo(quiet.chat, 2)
    })
    expect(server.textsTo(chat)).toHaveLength(3)
    for (const { chat: other } of [quiet, untouched])
      expect(server.textsTo(other).slice(1)).toEqual([expect.stringMatching(/^🔔 [^\n]*$/)])
  })

  it('collects events into one message, and reports a product again when it is low again', async () => {
    const { shop, chat } = await hub.openBound({ largeReturnFrom: 1 })
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop, { name: 'Tea', minStock: 0 })
    await hub.inAWhile(() => server.sentTo(chat, 2))
    await sell(shop, device, tea, 5, true)
    await sell(shop, device, tea, 6, true)
    await until('the product is low no more', async () => (await lows(shop)).length === 0)
    await sell(shop, device, tea, 5)
    await sell(shop, device, tea, 6)
    await until('the product is low again', async () => (await lows(shop)).length === 1)
    expect(server.textsTo(chat)).toHaveLength(2)
    const [, , digest] = await hub.inAWhile(() => server.sentTo(chat, 3), 12)
    expect(digest?.match(/Large return/g)).toHaveLength(2)
    expect(digest).toContain('Low stock: 1')
  })
  const lows = ({ organizationId }: Organization) =>
    hub.sql(`SELECT subject FROM messenger_notices WHERE organization_id = $1 AND kind = 'lowStock'`, [
      organizationId,
    ])

  it('reports stuck fiscal receipts once, in one message, except resolved ones, and only to subscribed chats', async () => {
    const { shop, chat } = await hub.openBound()
    const quiet = await hub.openBound({ fiscalStuck: false })
    for (const each of [shop, quiet.shop]) {
      const { updatedAt: _, ...settings } = (await each.api.get('/api/organization/fiscal')).body
      await each.api.put('/api/organization/fiscal', { ...settings, cashBox: { provider: 'Emulator' } })
    }
    const stuck = async ({ api, storeId }: Organization, productId: string) => {
      const draft = await api.post('/api/sales/retail', {
        storeId,
        lines: [{ productId, quantity: 1, price: 100.06 }],
        payments: [{ type: 'Cash', amount: 100.06 }],
      })
      expect((await api.post(`/api/sales/retail/${draft.body.id}/post`, {})).status).toBe(200)
      const receipt = async () => (await api.get(`/api/sales/fiscal-receipts/${draft.body.id}`)).body
      await until('it is refused', async () => (await receipt()).state === 'Failed')
      return draft.body as { id: string; number: string }
    }
    const tea = await createProduct(shop, { kind: 'Service' })
    const [first, settled, third] = [await stuck(shop, tea), await stuck(shop, tea), await stuck(shop, tea)]
    await stuck(quiet.shop, await createProduct(quiet.shop, { kind: 'Service' }))
    await shop.api.post(`/api/sales/fiscal-receipts/${settled.id}/settle`, { sign: '1', reason: 'seen' })
    const [, text] = await hub.inAWhile(() => server.sentTo(chat, 2))
    expect(text).toContain('Stuck fiscal receipts: 2')
    for (const { number } of [first, third]) expect(text).toContain(`• ${number}, `)
    expect(text?.match(/: rejected by the provider$/gm)).toHaveLength(2)
    expect(text).not.toMatch(/[а-яё]/i)
    // The next message does not repeat the receipts.
    await shop.api.post(`${MESSENGER}/test`)
    await quiet.shop.api.post(`${MESSENGER}/test`)
    await hub.inAWhile(() => server.sentTo(chat, 3), 20)
    await hub.inAWhile(() => server.sentTo(quiet.chat, 2), 20)
    expect([server.textsTo(chat)[2], server.textsTo(quiet.chat)[1]].join()).not.toContain('stuck')
  })

  it('sends no messages during quiet hours in the time zone of the organization', async () => {
    // In UTC, 22:00 to 08:00 in Almaty is 17:00 to 03:00.
    const { shop, chat } = await hub.openBound({ quietFrom: '22:00', quietTo: '08:00', largeReturnFrom: 1 })
    await createProduct(shop, { minStock: 5 })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const byDay = await hub.openBound({ quietFrom: '16:00', quietTo: '18:00' }, { timeZone: 'UTC' })
    await createProduct(byDay.shop, { minStock: 5 })
    const witness = await hub.openBound({}, { timeZone: 'UTC' })
    await createProduct(witness.shop, { minStock: 5 })
    for (const [i, time] of ['17:00:00', '21:00:00'].entries()) {
      await atMoment(`${tomorrow}T${time}.000Z`, async () => {
        await hub.sql(
          `INSERT INTO messenger_notices (organization_id, kind, subject, at, facts) VALUES ($1, 'test', $2, now(), '{}')`,
          [witness.shop.organizationId, String(i)],
        )
        // The round that notified the witness has also checked the shop.
        await server.sentTo(witness.chat, 2 + i)
        expect(server.textsTo(byDay.chat)).toHaveLength(1 + i)
      })
    }
    expect(server.textsTo(chat)).toHaveLength(1)
    const after = new Date(Date.parse(`${tomorrow}T03:00:00.000Z`)).toISOString()
    await atMoment(after, () => server.sentTo(chat, 2))
  })

  it('reports a till that stays out of contact during an open shift, unless the shift is closed or the till is revoked', async () => {
    const { shop, chat } = await hub.openBound({ lowStock: false })
    const quiet = await hub.openBound({ lowStock: false, tillSilent: false })
    const unheard = await enrolDevice(door, quiet.shop)
    await openShift(quiet.shop, unheard)
    const [selling, closing, heard, back, gone] = [
      await enrolDevice(door, shop),
      await enrolDevice(door, shop),
      await enrolDevice(door, shop),
      await enrolDevice(door, shop),
      await enrolDevice(door, shop),
    ]
    for (const device of [selling, heard, back, gone]) await openShift(shop, device)
    await closeShift(shop, closing, await openShift(shop, closing))
    await hub.inAWhile(() => server.sentTo(chat, 2))
    const heardOf = (minutesAgo: number, ...devices: Device[]) =>
      hub.sql(`UPDATE devices SET last_contact_at = now() - make_interval(mins => $2) WHERE id = ANY($1)`, [
        devices.map(({ id }) => id),
        minutesAgo,
      ])
    await heardOf(20, selling, closing, back, gone, unheard)
    await until('they are noted', async () => (await noticesOf(shop)).length === 3)
    // The till is back in contact before it was reported.
    await heardOf(0, back)
    await hub.sql('UPDATE devices SET revoked_at = now() WHERE id = $1', [gone.id])
    await until('it is over', async () => (await noticesOf(shop)).length === 1)
    await hub.inAWhile(() => server.sentTo(chat, 3), 12)
    const [, , text] = server.textsTo(chat)
    expect(text?.match(/Till offline with an open shift/g)).toHaveLength(1)
    expect([await noticesOf(quiet.shop), server.textsTo(quiet.chat).length]).toEqual([[], 1])
  })

  it('waits for retry_after, and follows a group that becomes a supergroup', async () => {
    const { shop, chat } = await hub.openBound()
    let tried = 0
    server.onSend = ({ chatId }) => {
      if (chatId !== chat) return undefined
      tried += 1
      return {
        code: 429,
        description: 'Too Many Requests: retry after 120',
        parameters: { retry_after: 120 },
      }
    }
    await createProduct(shop, { minStock: 1 })
    const witness = await hub.openBound()
    await hub.inAWhile(() => until('it was tried', () => tried > 0))
    const triedOnce = tried
    server.onSend = ({ chatId }) =>
      chatId === chat
        ? {
            code: 400,
            description: 'Bad Request: group chat was upgraded',
            parameters: { migrate_to_chat_id: -chat },
          }
        : undefined
    await hub.inAWhile(async () => {
      await witness.shop.api.post(`${MESSENGER}/test`)
      await server.sentTo(witness.chat, 2)
      expect([triedOnce, server.textsTo(-chat)]).toEqual([1, []])
    })
    await hub.inAWhile(() => server.sentTo(-chat, 1), 9)
    expect((await hub.status(shop)).state).toBe('Bound')
  })

  it('repeats a message with an unknown outcome unchanged and with a mark', async () => {
    const { shop, chat } = await hub.openBound({ largeReturnFrom: 1 })
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop, { name: 'Tea' })
    await sell(shop, device, tea, 5, true)
    server.onSend = ({ chatId }) => (chatId === chat ? 'cut' : undefined)
    await atMoment(new Date(Date.now() + 6 * 60_000).toISOString(), () => server.sentTo(chat, 2))
    server.onSend = () => undefined
    await sell(shop, device, tea, 6, true)
    await hub.inAWhile(() => server.sentTo(chat, 3), 8)
    const [, first, second] = server.textsTo(chat)
    expect(first).toMatch(/Large return: (KZT\s|₸)5\.00/)
    expect(second).toMatch(/^↻ .*\n\n.*Large return: (KZT\s|₸)5\.00/)
    expect(second?.match(/Large return/g)).toHaveLength(1)
    await hub.inAWhile(() => server.sentTo(chat, 4), 16)
    expect(server.textsTo(chat)[3]).toMatch(/^↩️ Large return: (KZT\s|₸)6\.00/)
  })

  describe('diagnosis of an unreachable chat', () => {
    const troubleOf = async (shop: Organization) => (await hub.status(shop)).trouble
    const checkOf = async ({ api }: Organization) => {
      const { checks } = (await api.get('/api/admin/diagnostic/run')).body
      return checks.find(({ name }: { name: string }) => name === 'messenger')
    }
    /** Ends the pending long poll for updates. */
    const endPoll = () => server.update({ message: { odd: true } })

    it('reports that Telegram refuses messages to the chat', async () => {
      const [{ shop, chat }, witness] = [await hub.openBound(), await hub.openBound()]
      expect(await checkOf(await signUp(door))).toMatchObject({ verdict: 'notChecked', fix: null })
      expect(await checkOf(shop)).toMatchObject({ verdict: 'ok', fix: null })
      const description = 'Bad Request: not enough rights to send text messages to the chat'
      server.onSend = ({ chatId }) => (chatId === chat ? { code: 400, description } : undefined)
      await shop.api.post(`${MESSENGER}/test`)
      await until('it is known', async () => (await troubleOf(shop))?.cause === 'Refused')
      expect((await troubleOf(shop)).said).toContain('not enough rights')
      const found = await checkOf(shop)
      expect(found).toMatchObject({
        verdict: 'error',
        fix: expect.stringContaining('allow the bot to write'),
      })
      expect(found.detail).not.toContain('rights')
      expect([await troubleOf(witness.shop), (await hub.status(shop)).state]).toEqual([null, 'Bound'])
      server.onSend = () => undefined
      await server.sentTo(chat, 2)
      await until('it is over', async () => (await troubleOf(shop)) === null)
      expect((await checkOf(shop)).verdict).toBe('ok')
    })

    it('reports that the chat has blocked the bot', async () => {
      const { shop, chat } = await hub.openBound()
      server.update({ my_chat_member: { chat: { id: chat }, new_chat_member: { status: 'kicked' } } })
      await until('it is unbound', async () => (await hub.status(shop)).state === 'Blocked')
      expect(await checkOf(shop)).toMatchObject({
        verdict: 'warning',
        fix: expect.stringContaining('new link'),
      })
    })

    it('reports that the bot token is invalid or missing', async () => {
      const { shop } = await hub.openBound()
      await hub.setToken(`${BOT_TOKEN.slice(0, -3)}xyz`)
      endPoll()
      await until('it is known', async () => (await troubleOf(shop))?.cause === 'TokenRefused')
      expect(await checkOf(shop)).toMatchObject({
        verdict: 'error',
        fix: expect.stringContaining('@BotFather'),
      })
      await hub.setToken(null)
      await until('it is known', async () => (await troubleOf(shop))?.cause === 'NoBot')
      expect((await checkOf(shop)).verdict).toBe('error')
      await hub.setToken(BOT_TOKEN)
      await until('it is over', async () => (await troubleOf(shop)) === null)
    })

    it('reports that Telegram has been unreachable for a long time', async () => {
      const { shop } = await hub.openBound()
      server.isDown = true
      endPoll()
      await until(
        'it is noted',
        async () => (await hub.sql('SELECT FROM messenger_bot WHERE trouble IS NOT NULL')).length > 0,
      )
      expect(await troubleOf(shop)).toBeNull()
      const since = new Date(Date.now() - 3 * 3_600_000).toISOString()
      await hub.sql('UPDATE messenger_bot SET trouble_since = $1', [since])
      expect(await troubleOf(shop)).toEqual({ cause: 'NotReached', since, said: null })
      expect(await checkOf(shop)).toMatchObject({
        verdict: 'error',
        fix: expect.stringContaining('api.telegram.org'),
      })
      server.isDown = false
      endPoll()
      await until('it is over', async () => (await troubleOf(shop)) === null)
      expect((await checkOf(shop)).verdict).toBe('ok')
    })
  })

  it('shortens a long list and states the number of omitted products', async () => {
    const { shop, chat } = await hub.openBound()
    await Promise.all(
      Array.from({ length: 45 }, (_, i) =>
        createProduct(shop, { name: `${'Ы'.repeat(200)}${i}`, minStock: 1 }),
      ),
    )
    await hub.inAWhile(async () => {
      const [, text] = await server.sentTo(chat, 2)
      expect(text).toMatch(/Low stock: 45[\s\S]*and 15 more$/)
    })
  })

  it('reads updates in one process, and continues in another from the same update', async () => {
    const other = await startHub(door.config, pino({ level: 'silent' }))
    const { shop, chat } = await hub.openBound()
    expect(server.conflicts).toBe(0)
    const { code } = await hub.link(await signUp(door))
    await door.hub.stop()
    server.write(chat, '/stop')
    const stranger = hub.newChat()
    server.write(stranger, `/start ${code}`)
    await server.sentTo(chat, 2)
    await server.sentTo(stranger, 1)
    door.hub = other
    expect((await hub.status(shop)).state).toBe('Stopped')
    // After a week without updates, Telegram continues with random update numbers, which may be lower.
    await hub.sql(`UPDATE messenger_bot SET update_taken_at = now() - interval '25 hours'`)
    await until('all are confirmed', () => server.waiting === 0)
    server.countFrom(3)
    server.write(stranger, '/start nothing')
    await server.sentTo(stranger, 2)
  })
})
