import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { readCsv } from '#test/support/file.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire, hireWithoutCosts } from '#test/support/people.ts'

const BASE = '/api/sales/retail'
const PAYMENTS = [
  'Cash',
  'Card',
  'QR',
  'Bank transfer',
  'Gift voucher',
  'Prepayment',
  'On credit',
  'Points',
  'Other',
  'Exchange credit',
]

describe('retail sales at head office', () => {
  const door = useHub()

  async function shopWithSales() {
    const shop = await signUp(door, { timeZone: 'Asia/Almaty' })
    const tea = await createProduct(shop, { name: 'Tea', code: 'T-17', cost: 61.37 })
    const device = await enrolDevice(door, shop)
    const sale = saleBody(shop, [{ productId: tea, quantity: 2, name: 'Tea <b>"black"</b>' }], {
      soldAt: '2026-03-09T10:00:00.000Z',
      cashierName: '=cmd',
      changeSum: 300,
      payments: [
        { type: 'Cash', amount: 400 },
        { type: 'Card', amount: 100 },
      ],
    })
    const back = saleBody(shop, [{ productId: tea, quantity: 1, originalLineNo: 1 }], {
      soldAt: '2026-03-10T10:00:00.000Z',
      isReturn: true,
      originalSaleId: sale.id,
    })
    await device.upload([sale, back].map((body) => device.item(body)))
    return { shop, sale, back }
  }

  describe('export of retail sales', () => {
    it('exports payments and costs, with the latest sale first', async () => {
      const { shop, sale, back } = await shopWithSales()
      const rows = await readCsv(shop.api, `${BASE}/export`)
      expect(Object.keys(rows[0] ?? {})).toEqual([
        'Number',
        'Receipt',
        'Date',
        'Status',
        'Type',
        'Store',
        'Retail point',
        'Cashier',
        'Customer',
        'Lines',
        'Total',
        'Discount',
        'Rounding',
        'VAT',
        ...PAYMENTS,
        'Cost',
        'Comment',
      ])
      expect(rows).toMatchObject([
        { Receipt: back.receiptNumber, Type: 'Return', Total: '100', Cash: '100', Cost: '61.37' },
        {
          Receipt: sale.receiptNumber,
          Type: 'Sale',
          Status: 'Posted',
          Date: '2026-03-09 15:00:00',
          Lines: '1',
          Total: '200',
          Cash: '100',
          Card: '100',
          'Bank transfer': '0',
          Other: '0',
          Cost: '122.74',
          Cashier: "'=cmd",
        },
      ])
    })

    it('applies the filters of the sales list to the export', async () => {
      const { shop, sale, back } = await shopWithSales()
      const receipts = async (query: string) =>
        (await readCsv(shop.api, `${BASE}/export?${query}`)).map(({ Receipt }) => Receipt)
      expect(await receipts('from=2026-03-10&to=2026-03-10')).toEqual([back.receiptNumber])
      expect(await receipts('isReturn=false')).toEqual([sale.receiptNumber])
      expect(await receipts(`search=${sale.receiptNumber}`)).toEqual([sale.receiptNumber])
      expect(await receipts('status=Draft')).toEqual([])
      const wrong = await shop.api.get(`${BASE}/export?storeId=7`)
      expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '#/query/storeId'])
    })

    it('exports an XLSX file in Russian', async () => {
      const { shop } = await shopWithSales()
      const response = await shop.api.raw(`${BASE}/export?format=xlsx&language=ru`)
      const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
      expect(sheets[0]?.rows[0]).toContain('Точка продаж')
      expect(sheets[0]?.rows).toHaveLength(3)
    })

    it('requires the permission to export sales, and omits costs for users who may not see them', async () => {
      const { shop } = await shopWithSales()
      const path = `${BASE}/export`
      expect((await new ApiClient(door).get(path)).status).toBe(401)
      expect((await (await hire(door, shop, 'Storekeeper')).get(path)).status).toBe(403)
      expect(await readCsv((await signUp(door)).api, path)).toEqual([])
      const [row] = await readCsv(await hireWithoutCosts(door, shop), path)
      expect(row).toHaveProperty('Total')
      expect(row).not.toHaveProperty('Cost')
    })
  })

  describe('printed retail sales', () => {
    it('prints a sale with escaped names and without costs, and a return with its original receipt', async () => {
      const { shop, sale, back } = await shopWithSales()
      const { body, headers } = await shop.api.get(`${BASE}/${sale.id}/print`)
      for (const part of [
        '<h1>Sale No. ',
        '9 Mar 2026',
        'T-17',
        'Tea &lt;b&gt;&quot;black&quot;&lt;/b&gt;',
        'total 200.00 KZT. Cash: 400.00. Card: 100.00. Change: 300.00',
        sale.receiptNumber,
      ])
        expect(body).toContain(part)
      for (const cost of ['61.37', '122.74']) expect(body).not.toContain(cost)
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      const returned = await shop.api.get(`${BASE}/${back.id}/print?lang=ru`)
      expect(returned.body).toContain('<h1>Возврат № ')
      expect(returned.body).toContain(`<dt>Исходный чек</dt><dd>${sale.receiptNumber}</dd>`)
    })

    it('requires the permission to print a sale, and hides it from other organizations', async () => {
      const { shop, sale } = await shopWithSales()
      const path = `${BASE}/${sale.id}/print`
      expect((await new ApiClient(door).get(path)).status).toBe(401)
      expect((await (await hire(door, shop, 'Storekeeper')).get(path)).status).toBe(403)
      expect((await (await signUp(door)).api.get(path)).status).toBe(404)
      expect((await shop.api.get(`${path}?lang=de`)).status).toBe(400)
    })
  })
})
