import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReceiptToken } from '#shared/receipts/receipt-token.ts'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, receiptEmailed, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'

describe('online receipts', () => {
  const door = useHub()
  let server: MailServer
  beforeAll(async () => {
    server = await MailServer.start()
    await mailThrough(await superAdmin(door, await signUp(door)), server)
  })
  afterAll(() => server.stop())

  async function openShop(point: object = {}) {
    const shop = await signUp(door, { organizationName: 'Tea <b>& Co</b>', timeZone: 'Asia/Almaty' })
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const changed = await shop.api.put(path, { ...(await shop.api.get(path)).body, ...point })
    expect(changed.status).toBe(200)
    const tea = await createProduct(shop, { name: 'Tea', kind: 'Service' })
    const sold = (rest: Partial<SaleBody> = {}): SaleBody =>
      saleBody(shop, [{ productId: tea, price: 1250, name: 'Green <i>tea</i>' }], {
        receiptToken: newReceiptToken(),
        soldAt: '2026-03-10T09:30:00.000Z',
        ...rest,
      })
    return { shop, sold, device: await enrolDevice(door, shop) }
  }
  const book = async (device: Device, body: object, type = 'sale') =>
    (await device.upload([device.item(body, { type })])).body.results[0].result
  const open = async (token: unknown, headers: Record<string, string> = {}) => {
    const answer = await door.hub.request(`/r/${token}`, { headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  it('serves a page once the hub has the sale, in the language of the receipt', async () => {
    const { sold, device } = await openShop({ receiptLanguage: 'ru', receiptFooter: 'Спасибо!' })
    const sale = sold()
    const before = await open(sale.receiptToken, { 'Accept-Language': 'kk-KZ, ru;q=0.5' })
    expect([before.status, before.headers.get('Retry-After')]).toEqual([404, '60'])
    expect(before.text).toContain('Чегіңіз жолда')
    expect(await book(device, sale)).toBe('accepted')
    const page = await open(sale.receiptToken)
    expect([page.status, page.headers.get('Content-Language')]).toEqual([200, 'ru'])
    for (const words of [
      'Tea &lt;b&gt;&amp; Co&lt;/b&gt;',
      'Green &lt;i&gt;tea&lt;/i&gt;',
      'ИТОГО',
      'Спасибо!',
    ])
      expect(page.text).toContain(words)
    expect(page.text).toContain(sale.receiptNumber)
    expect(page.text).toMatch(/10\.03\.\d{4}, 14:30/)
    expect(page.text.replaceAll(/\s/g, '')).toContain('1250,00')
  })

  it('serves receipt pages without scripts, hides them from search engines, and reveals nothing for invalid tokens', async () => {
    const { sold, device } = await openShop()
    const sale = sold()
    await book(device, sale)
    const page = await open(sale.receiptToken)
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toMatch(/^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; base-uri 'none'/)
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex, nofollow')
    expect([page.headers.get('Referrer-Policy'), page.headers.get('Cache-Control')]).toEqual([
      'no-referrer',
      'no-store',
    ])
    expect(page.text).not.toMatch(/<script|onload|javascript:/)
    const unknown = await open(newReceiptToken())
    for (const wrong of [sale.id, 'x', `${sale.receiptToken}x`, String(sale.receiptToken).slice(1), '%00'])
      expect([wrong, (await open(wrong)).status]).toEqual([wrong, wrong === '%00' ? 400 : 404])
    expect((await open('x')).text).toBe(unknown.text)
  })

  it('accepts sales without a valid receipt token or currency, but serves no page for them', async () => {
    const { shop, sold, device } = await openShop()
    const odd = [sold({ receiptToken: null }), sold({ receiptToken: 'short' }), sold({ currencyCode: '??' })]
    for (const sale of odd) {
      expect(await book(device, sale)).not.toBe('quarantined')
      expect((await open(sale.receiptToken ?? 'null')).status).toBe(404)
    }
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(odd.length)
  })

  it('shows the first sale with a receipt token, across organizations', async () => {
    const [one, other] = [await openShop(), await openShop()]
    const receiptToken = newReceiptToken()
    const [first, second] = [one.sold({ receiptToken }), other.sold({ receiptToken })]
    expect([await book(one.device, first), await book(other.device, second)]).toEqual([
      'accepted',
      'accepted',
    ])
    const { text } = await open(receiptToken)
    expect([text.includes(first.receiptNumber), text.includes(second.receiptNumber)]).toEqual([true, false])
  })

  it('mails a receipt to the entered address once per request, as text and HTML', async () => {
    const { shop, sold, device } = await openShop({ receiptLanguage: 'kk' })
    const sale = sold()
    const event = receiptEmailed(shop, sale.id, 'Dana@Home.Example')
    const items = [device.item(sale), device.item(event, { type: 'till_event' })]
    for (let sent = 0; sent < 2; sent += 1) await device.upload(items)
    const [mail] = await server.mailsTo('dana@home.example')
    expect(mail?.subject).toContain(`${sale.receiptNumber}, Tea <b>& Co</b>`)
    expect(mail?.html).toContain('Green &lt;i&gt;tea&lt;/i&gt;')
    expect(mail?.text).toMatch(/Green <i>tea<\/i>\n.*1 250,00/)
    expect(mail?.text).toContain(`http://hub.test/r/${sale.receiptToken}`)
    expect(mail?.text).toContain('Бұл хат автоматты түрде жіберілді')
    // The queue was just checked. Without a wake-up, the mail would be sent half a minute later.
    const requestedAt = performance.now()
    await book(device, receiptEmailed(shop, sale.id, 'dana@home.example'), 'till_event')
    expect(await server.mailsTo('dana@home.example', 2)).toHaveLength(2)
    expect(performance.now() - requestedAt).toBeLessThan(20_000)
    const { items: events } = (await shop.api.get('/api/sales/till-events?kind=receipt_emailed')).body
    expect(events.map(({ details }: { details: { email: string } }) => details.email).sort()).toEqual([
      'D***@Home.Example',
      'd***@home.example',
    ])
  })

  it('mails no receipt without a request of the till, and accepts requests with an invalid address or an unknown sale without mailing', async () => {
    const { shop, sold, device } = await openShop()
    const sale = sold({ customerEmail: 'ira@home.example' })
    const items = [device.item(sold({ customerEmail: 'nowhere' })), device.item(sale)]
    const results = (await device.upload(items)).body.results
    expect(results.map(({ result }: { result: string }) => result)).toEqual(['accepted', 'accepted'])
    for (const email of ['nobody', null, 7, 'a@b.example, c@d.example'])
      expect(await book(device, receiptEmailed(shop, sale.id, email), 'till_event')).toBe('accepted')
    expect(await book(device, receiptEmailed(shop, newId(), 'lost@home.example'), 'till_event')).toBe(
      'accepted',
    )
    // This later, requested mail has arrived, so earlier ones would have arrived too.
    await book(device, receiptEmailed(shop, sale.id, 'asked@home.example'), 'till_event')
    expect(await server.mailsTo('asked@home.example')).toHaveLength(1)
    expect(server.mails.filter(({ to }) => /b\.example|lost|ira|nowhere/.test(JSON.stringify(to)))).toEqual(
      [],
    )
  })
})
