import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct } from '#test/support/device.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { BASES, type Office, openOffice } from './book-keeping.ts'

const NAME = 'Tea <script>alert("1")</script> & Co'

describe('printed documents', () => {
  const door = useHub()
  let office: Office
  let product: string
  beforeAll(async () => {
    office = await openOffice(door)
    product = await createProduct(office.organization, { name: NAME, code: 'T-17' })
    await post(BASES.supply, { quantity: 1000, price: 7.77 })
  })

  async function write(base: string, line: object = {}, more: object = {}) {
    const made = await office.api.post(base, {
      ...office.header(base),
      date: '2026-03-04T10:00:00Z',
      lines: [
        {
          productId: product,
          ...(base === BASES.inventory ? { countedQuantity: 12.5 * 2 } : { quantity: 25 }),
          ...(/supplies|demands/.test(base) && { price: 1234.5 }),
          ...line,
        },
      ],
      ...more,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  async function post(base: string, line: object = {}) {
    const { id } = await write(base, line)
    const posted = await office.api.post(`${base}/${id}/post`)
    expect(posted.status, JSON.stringify(posted.body)).toBe(200)
    return posted.body
  }
  /** Fetches a printed document and replaces its no-break spaces with spaces. */
  const printed = async (path: string, api = office.api) => {
    const { status, body, headers } = await api.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    return { text: body.replace(/[\u00a0\u202f]/g, ' ') as string, headers }
  }

  it.each([
    ['Goods receipt', BASES.supply],
    ['Supplier return', BASES.supplierReturn],
    ['Shipment', BASES.demand],
    ['Stock receipt', BASES.enter],
    ['Write-off', BASES.loss],
    ['Transfer', BASES.transfer],
    ['Stock count', BASES.inventory],
  ])('prints the title, store and products of a document: %s', async (title, base) => {
    const { number, id } = await write(base)
    const { text } = await printed(`${base}/${id}/print`)
    expect(text).toContain(`<h1>${title} No. ${number} dated 4 Mar 2026`)
    expect(text).toContain('Shop ')
    expect(text).toContain('Draft: not posted')
    expect(text).toContain('Tea &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Co')
    expect(text).toContain('T-17')
    expect(text).toMatch(/<td class="number">25<\/td>/)
    expect(text).toContain('<small>signature</small>')
    expect(text).not.toContain('<script')
  })

  it('prints the prices, VAT and totals of a document, and the total in words', async () => {
    const { id } = await write(BASES.demand, { discountPercent: 10, vatRate: 12 }, { vatIncluded: false })
    const { text } = await printed(`${BASES.demand}/${id}/print`)
    for (const part of ['1,234.50', '<td class="number">10<', '<td class="number">12<', '27,776.25'])
      expect(text).toContain(part)
    expect(text).toMatch(/Total including VAT<\/dt><dd class="main">31,109\.40/)
    expect(text).toContain('total 31,109.40 KZT')
    expect(text).toContain('>Thirty-one thousand one hundred and nine tenge 40 tiyn<')
    const russian = await printed(`${BASES.demand}/${id}/print?lang=ru`)
    expect(russian.text).toContain('>Тридцать одна тысяча сто девять тенге 40 тиынов<')
  })

  it('omits the cost of goods from printed documents', async () => {
    for (const base of [BASES.loss, BASES.transfer, BASES.demand, BASES.supplierReturn, BASES.inventory]) {
      const posted = await post(base)
      expect(posted.lines[0].unitCost, base).toBe(7.77)
      const { text } = await printed(`${base}/${posted.id}/print`)
      expect(text, base).not.toContain('7.77')
      expect(text.includes('<p class="in-words">'), base).toBe(base === BASES.demand)
      expect(text, base).not.toContain('Draft')
    }
  })

  it('prints a document in the requested language', async () => {
    const { id, number } = await write(BASES.supply)
    const path = `${BASES.supply}/${id}/print`
    const russian = await printed(`${path}?lang=ru`)
    expect(russian.text).toContain('<html lang="ru">')
    expect(russian.text).toContain(`Приёмка № ${number} от 04.03.2026`)
    expect(russian.text).toContain('1 234,50')
    const accepting = await printed(path, office.api.with({ 'Accept-Language': 'ru-RU,en;q=0.5' }))
    expect(accepting.headers.get('Content-Language')).toBe('ru')
    const wrong = await office.api.get(`${path}?lang=xx`)
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '#/query/lang'])
  })

  it('restricts printed pages with a strict Content-Security-Policy', async () => {
    const { id } = await write(BASES.supply)
    const { headers } = await printed(`${BASES.supply}/${id}/print`)
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const policy = headers.get('Content-Security-Policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('requires the permission to print a document', async () => {
    const { id } = await write(BASES.supply)
    const path = `${BASES.supply}/${id}/print`
    expect((await new ApiClient(door).get(path)).status).toBe(401)
    expect((await (await hire(door, office.organization, 'Cashier')).get(path)).status).toBe(403)
    expect((await (await signUp(door)).api.get(path)).status).toBe(404)
    expect((await office.api.get(`${BASES.demand}/${id}/print`)).status).toBe(404)
    expect((await office.api.get(`${BASES.supply}/${newId()}/print`)).status).toBe(404)
    expect((await office.api.get(`${BASES.supply}/7/print`)).status).toBe(400)
  })
})
