import { expect, it } from 'vitest'
import type { TillPrinters, TillPrinting } from '#shared/contracts/till/printing.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { BITMAP_TYPE, writeBitmap } from '#shared/receipts/bitmap.ts'
import { newId } from '#shared/std/ids.ts'
import { EmulatedPrinter } from '../../support/printer/printer.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product, settings } from '../support/catalog.ts'
import { openShop, type Shop, type ShopOptions } from '../support/point.ts'

const QUICK = { answerMs: 1500, askEveryMs: 20, silentMs: 10_000, retryMs: 20 }

const openPrintingShop = (options: ShopOptions = {}): Promise<Shop> =>
  openShop({
    ...options,
    settings: {
      printAlways: true,
      organizationName: 'Corner shop',
      retailPointName: 'Corner Shop',
      ...options.settings,
    },
    overrides: { ...options.overrides, printing: QUICK },
  })

const printing = (till: Till) => till.expect<TillPrinting>('GET', '/printing')
const setUp = (till: Till, address: string, name = 'front') =>
  till.expect<TillPrinters>('PUT', `/printers/${name}`, { address })
const nothingWaits = (till: Till) =>
  until('everything is printed', async () => (await printing(till)).jobs.length === 0)
const problemIs = (till: Till, problem: string) =>
  until(
    `the printer has the problem ${problem}`,
    async () => (await printing(till)).jobs[0]?.problem === problem,
  )
const copiesOn = ({ paper }: EmulatedPrinter) => paper.lines.filter((line) => line.includes('COPY')).length
const logosOn = ({ paper }: EmulatedPrinter) =>
  paper.images.filter((rows) => rows[0]?.startsWith('####    ####'))
const receiptsOn = ({ paper }: EmulatedPrinter) => paper.lines.filter((line) => line.startsWith('Receipt '))

it('prints a paid sale automatically once, and counts the print', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id, 2)
  await nothingWaits(shop.till)
  expect(printer.paper.text).toMatch(/^ +Corner shop\n/m)
  expect(printer.paper.text).toContain('NOT A FISCAL DOCUMENT')
  expect(receiptsOn(printer)).toEqual(['Receipt                                K7-000001'])
  expect(printer.paper.text).toMatch(/\n\*\^TOTAL +£20.00|\[image \d\]/)
  expect(printer.paper.text).toContain('[barcode K7-000001]\n[cut]')
  expect(copiesOn(printer)).toBe(0)
  expect((await shop.till.receipt('K7-000001')).printedCount).toBe(1)
})

it('prints the logo in the width of the paper, even offline, and no logo until it is downloaded', async () => {
  const bitmap = (width: number) => writeBitmap(width, 2, new Uint8Array(2 * (width / 8)).fill(0xf0))
  await using shop = await openPrintingShop({ settings: { logoPath: '/uploads/org/logo' } })
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id, 1)
  await nothingWaits(shop.till)
  expect(logosOn(printer)).toEqual([])
  for (const [width, dots] of [
    [58, 384],
    [80, 576],
  ] as const)
    shop.hub.pictures.set(`/uploads/org/new/${width}.pbm`, { content: bitmap(dots), type: BITMAP_TYPE })
  shop.hub.change(settings({ logoPath: '/uploads/org/new', printAlways: true }))
  await until('the logo is here', async () => (await shop.till.status()).settings?.logo)
  await until('that for the other paper is here', async () =>
    shop.hub.requests.includes('GET /uploads/org/new/58.pbm'),
  )
  await shop.hub.goDown()
  await shop.till.sell(shop.tea.id, 1)
  await nothingWaits(shop.till)
  await setUp(shop.till, printer.address('paper=58'))
  await shop.till.sell(shop.tea.id, 1)
  await nothingWaits(shop.till)
  expect(logosOn(printer).map(([row, ...more]) => [row?.trimEnd().length, more.length])).toEqual([
    [572, 1],
    [380, 1],
  ])
})

it('prints letters of the code page as text and other letters as an image', async () => {
  const bread = product({ name: 'Хлеб «Бородинский»' })
  const kazakh = product({ name: 'Қазы' })
  await using shop = await openPrintingShop({ lines: [bread, kazakh], settings: { receiptLanguage: 'ru' } })
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address('codepage=cp866&paper=58'))
  await shop.till.add({ productId: bread.id })
  await shop.till.add({ productId: kazakh.id })
  await shop.till.pay()
  await nothingWaits(shop.till)
  expect(printer.paper.lines).toContain('Хлеб "Бородинский"')
  expect(printer.paper.text).toContain('НЕ ФИСКАЛЬНЫЙ ДОКУМЕНТ')
  expect(printer.paper.text).not.toContain('азы')
  const drawn = printer.paper.images.find((rows) => rows.every((row) => row.slice(4 * 12).trim() === ''))
  expect(drawn?.map((row) => row.slice(0, 12).trimEnd()).join('\n')).toMatchInlineSnapshot(`
    "




      #      ##
      #     ##
      #    ##
      #    ##
      #   ##
      #  ##
      #####
      #  ##
      #   ##
      #    ##
      #    ##
      #     ##
      #      ##
      #      ###
               #
               #


    "
  `)
  expect(drawn?.[0]).toHaveLength(384)
})

it('prints Thai and Arabic names as images, and keeps numbers in their columns', async () => {
  const named = [product({ name: 'ชาเขียว', code: 'TH-1' }), product({ name: 'شاي أخضر', code: 'AR-2' })]
  await using shop = await openPrintingShop({ lines: named })
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address())
  for (const { id } of named) await shop.till.add({ productId: id })
  await shop.till.pay()
  await nothingWaits(shop.till)
  // The images are higher than the letters of the printer, to make room for marks above and below.
  expect(printer.paper.images.filter(({ length }) => length === 36)).toHaveLength(2)
  expect(printer.paper.lines.join()).not.toMatch(/TH-1|AR-2/)
  const { trouble } = await shop.till.status()
  expect(trouble.filter(({ code }) => code === 'printer_lacks_letters')).toEqual([])
})

it('prints the code of a product whose name has letters without a font, and reports it', async () => {
  const named = [
    product({ name: '绿茶 500 g', code: 'ZH-3' }),
    product({ name: '🍵', code: 'EM-4' }),
    product({ name: '☕️ Coffee', code: 'CO-5' }),
    product({ name: 'Cre\u0300me', code: 'CR-6' }),
  ]
  await using shop = await openPrintingShop({ lines: named })
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address())
  for (const { id } of named) await shop.till.add({ productId: id })
  await shop.till.pay()
  await nothingWaits(shop.till)
  const { lines } = printer.paper
  for (const name of ['ZH-3', 'EM-4', 'Coffee']) expect(lines).toContain(name)
  expect(lines.join()).not.toMatch(/CO-5|CR-6|500 g/)
  const { trouble } = await shop.till.status()
  const lacking = trouble.find(({ code }) => code === 'printer_lacks_letters')
  expect(lacking?.detail).toBe('front: 绿茶 500 g')
})

it('prints a box for a letter without a font when no code can replace the text', async () => {
  await using shop = await openPrintingShop({
    lines: [product({ name: 'Tea' })],
    settings: { organizationName: '茶' },
  })
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address())
  const { items } = await shop.till.search('Tea')
  await shop.till.add({ productId: items[0]?.id ?? '' })
  await shop.till.pay()
  await nothingWaits(shop.till)
  const [name] = printer.paper.images
  expect(name?.some((row) => row.includes('##########'))).toBe(true)
})

it('reports missing paper, and prints each job once and in order when paper is available', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  printer.hasPaper = false
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id)
  await shop.till.sell(shop.tea.id)
  await problemIs(shop.till, 'paper_out')
  printer.hasPaper = true
  await nothingWaits(shop.till)
  expect(receiptsOn(printer).map((line) => line.slice(-9))).toEqual(['K7-000001', 'K7-000002'])
  expect(copiesOn(printer)).toBe(0)
})

it('reports an open cover or an unreachable printer, and continues automatically afterwards', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  printer.isCoverOpen = true
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id)
  await problemIs(shop.till, 'cover_open')
  await setUp(shop.till, 'tcp://127.0.0.1:9')
  await problemIs(shop.till, 'unreachable')
  printer.isCoverOpen = false
  await setUp(shop.till, printer.address())
  await nothingWaits(shop.till)
  expect(receiptsOn(printer)).toHaveLength(1)
})

it('prints a marked copy after the connection breaks during printing', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  printer.breaksAfter = 300
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id)
  await nothingWaits(shop.till)
  expect(copiesOn(printer)).toBe(1)
  expect(printer.paper.lines.filter((line) => line === '[cut]')).toHaveLength(1)
})

it('reports a printer that does not respond, and prints when it responds again', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  printer.isMute = true
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id)
  await problemIs(shop.till, 'silent')
  expect(printer.paper.lines).toEqual([])
  printer.isMute = false
  await nothingWaits(shop.till)
  expect(copiesOn(printer)).toBe(0)
})

it('prints a copy after a restart when the agent stopped before the confirmation', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id)
  await nothingWaits(shop.till)
  printer.hasPaper = true
  const begun = until('it is printing', async () => (await printing(shop.till)).jobs[0]?.state === 'printing')
  printer.isMute = false
  // The printer receives the second receipt and runs out of paper before it confirms.
  const feed = printer.paper.feed.bind(printer.paper)
  printer.paper.feed = (bytes) => {
    if (bytes.length > 100) printer.isMute = true
    feed(bytes)
  }
  await shop.till.sell(shop.tea.id)
  await begun
  await shop.point.stop()
  printer.isMute = false
  printer.paper.feed = feed
  await shop.point.start()
  await nothingWaits(shop.till)
  expect(receiptsOn(printer).filter((line) => line.includes('K7-000002'))).toHaveLength(2)
  expect(copiesOn(printer)).toBe(1)
})

it('prints jobs of two tills on one shared printer, then of each till on the printer that it chose', async () => {
  await using shop = await openPrintingShop()
  await using front = await EmulatedPrinter.start()
  await using back = await EmulatedPrinter.start()
  await setUp(shop.till, front.address())
  const second = shop.point.till('till-0002')
  await second.signIn(shop.cashier.id)
  await Promise.all([shop.till.sell(shop.tea.id), second.sell(shop.tea.id)])
  await nothingWaits(shop.till)
  expect(receiptsOn(front)).toHaveLength(2)
  await setUp(shop.till, back.address(), 'back')
  await shop.till.expect('POST', '/printers/front/choose')
  await second.expect('POST', '/printers/back/choose')
  await Promise.all([shop.till.sell(shop.tea.id), second.sell(shop.tea.id)])
  await nothingWaits(shop.till)
  expect([receiptsOn(front).length, receiptsOn(back).length]).toEqual([3, 1])
})

it('opens the drawer for a cash payment, and not for a card payment or a copy', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address('drawer=yes'))
  await shop.till.sell(shop.tea.id)
  await nothingWaits(shop.till)
  expect(printer.paper.drawerKicks).toBe(1)
  const { id, version, sum } = await shop.till.add({ productId: shop.tea.id })
  const payments = [{ type: 'Card', amount: sum }]
  await shop.till.expect<Receipt>('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
  await shop.till.expect('POST', '/receipts/K7-000001/print')
  await nothingWaits(shop.till)
  expect(printer.paper.drawerKicks).toBe(1)
  expect(copiesOn(printer)).toBe(1)
})

it('opens the drawer without a sale and prints nothing', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address('drawer=yes'))
  await shop.till.expect('POST', '/drawer/open', { reason: 'change' })
  await nothingWaits(shop.till)
  expect(printer.paper.drawerKicks).toBe(1)
  expect(printer.paper.lines).toEqual([])
})

it('does not print a canceled job', async () => {
  await using shop = await openPrintingShop()
  await using printer = await EmulatedPrinter.start()
  printer.hasPaper = false
  await setUp(shop.till, printer.address())
  await shop.till.sell(shop.tea.id)
  await shop.till.sell(shop.tea.id)
  const [first] = (await printing(shop.till)).jobs
  await shop.till.expect('POST', `/printing/jobs/${first?.id}/cancel`)
  expect(await shop.till.send('POST', `/printing/jobs/${first?.id}/cancel`)).toMatchObject({ status: 404 })
  printer.hasPaper = true
  await nothingWaits(shop.till)
  expect(receiptsOn(printer).map((line) => line.slice(-9))).toEqual(['K7-000002'])
})

it('refuses an invalid printer address and reports the field', async () => {
  await using shop = await openPrintingShop()
  for (const address of [
    'printer',
    'http://127.0.0.1',
    'tcp://h?paper=70',
    'tcp://h?code=1',
    'file:///dev/usb/lp0?status=yes',
  ])
    expect(await shop.till.send('PUT', '/printers/front', { address })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/address' }] },
    })
  await shop.till.sell(shop.tea.id)
  expect(await shop.till.send('POST', '/receipts/K7-000001/print')).toMatchObject({
    status: 409,
    body: { code: 'no_printer' },
  })
})

it('prints X and Z reports in the requested language, and refuses them without permission', async () => {
  await using shop = await openPrintingShop({ settings: { printAlways: false } })
  await using printer = await EmulatedPrinter.start()
  const { till } = shop
  await setUp(till, printer.address('paper=58&codepage=cp866'))
  await till.expect('POST', '/shift/open', { openingCash: 100 })
  await till.sell(shop.tea.id, 2)
  await till.expect('POST', '/shift/report/print', { language: 'en' })
  await nothingWaits(till)
  expect(printer.paper.text).toMatch(
    /X report[\s\S]*\nRevenue +20\.00\n[\s\S]*Not a fiscal document\s+\[cut\]/,
  )
  expect(printer.paper.lines.filter((line) => line.length > 40)).toEqual([])
  await till.expect('POST', '/shift/close', { countedCash: 120 })
  await till.expect('POST', '/shifts/1/report/print', { language: 'ru' })
  await nothingWaits(till)
  expect(printer.paper.text).toContain('Z-отчёт')
  expect((await till.send('POST', '/shifts/2/report/print', { language: 'en' })).body.code).toBe('not_found')
  expect((await till.send('POST', '/shift/report/print', { language: 'en' })).body.code).toBe('no_shift')
  expect((await till.send('POST', '/shifts/1/report/print', { language: 'de' })).body.code).toBe(
    'invalid_request',
  )
})

it('refuses to print a report at a till without a printer', async () => {
  await using shop = await openPrintingShop()
  await shop.till.expect('POST', '/shift/open', { openingCash: 100 })
  const answer = await shop.till.send('POST', '/shift/report/print', { language: 'en' })
  expect(answer.body.code).toBe('no_printer')
})

it('prints the requested number of price labels, only for products with a price', async () => {
  const coffee = product({ name: 'Coffee', price: 12.5, barcodes: ['4600000000015'] })
  const free = product({ name: 'Bag', price: 0 })
  await using shop = await openPrintingShop({ lines: [coffee, free] })
  await using printer = await EmulatedPrinter.start()
  const { till } = shop
  const refused = async (id: string, body: object) =>
    (await till.send('POST', `/products/${id}/labels`, body)).body.code
  expect(await refused(coffee.id, {})).toBe('no_printer')
  await setUp(till, printer.address('paper=58'))
  await till.expect('POST', `/products/${coffee.id}/labels`, { copies: 2 })
  await nothingWaits(till)
  // No code page contains the pound sign, so the price is an image.
  const label = /Coffee\n\[image \d\]\n +per pcs\n\[barcode 4600000000015\]\n[^[]*\[cut\]/g
  expect(printer.paper.text.match(label)).toHaveLength(2)
  expect(await refused(free.id, {})).toBe('price_missing')
  expect(await refused(newId(), {})).toBe('not_found')
  for (const copies of [0, 51, 1.5]) expect(await refused(coffee.id, { copies })).toBe('invalid_request')
})

it('prints the QR code of the receipt page when enabled and when the hub has a public address', async () => {
  await using shop = await openPrintingShop({ settings: { receiptQr: true } })
  await using printer = await EmulatedPrinter.start()
  await setUp(shop.till, printer.address())
  const first = await shop.till.sell(shop.tea.id, 1)
  await nothingWaits(shop.till)
  expect([first.link, printer.paper.text.includes('[qr ')]).toEqual([null, false])
  shop.hub.catalog.publicUrl = 'https://hub.example'
  shop.hub.change(product({ name: 'Milk' }))
  await until('the address is here', async () => (await shop.till.receipt(first.receiptNumber)).link)
  await shop.hub.goDown()
  const { link, receiptNumber } = await shop.till.sell(shop.tea.id, 1)
  await nothingWaits(shop.till)
  expect(link).toMatch(/^https:\/\/hub\.example\/r\/[\w-]{27}$/)
  expect(printer.paper.text).toContain(`Your receipt on your phone\n[qr ${link}]\n[barcode ${receiptNumber}]`)
  await shop.till.send('POST', '/training')
  expect((await shop.till.sell(shop.tea.id, 1)).link).toBeNull()
  await shop.hub.comeBack()
  await until('head office has both', () => shop.hub.sales.length === 2)
  expect(link).toBe(`https://hub.example/r/${shop.hub.sales.at(-1)?.receiptToken}`)
})
