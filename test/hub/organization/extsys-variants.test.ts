import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '#test/support/hub.ts'
import { countsOf, ExtsysHub, IMPORT_PRODUCTS, id } from './extsys.ts'

describe('variant and bundle imports from the external accounting system', () => {
  let extsys: ExtsysHub
  let server: ExtsysHub['server']
  let own: Organization
  const variant = (changes: object = {}) => ({
    id: id(150),
    name: 'Чай чёрный (100 г, лист)',
    code: 'T-1-100',
    externalCode: 'tea-100',
    characteristics: [
      { id: id(1), name: 'Вес', value: '100 г' },
      { id: id(2), name: 'Вид', value: 'лист' },
    ],
    product: extsys.tea(),
    salePrices: [extsys.price('Опт', 9500)],
    barcodes: [{ ean13: '4006381333948' }],
    updated: '2026-11-01 10:00:00.000',
    ...changes,
  })
  beforeAll(async () => {
    extsys = await ExtsysHub.start()
    server = extsys.server
    extsys.fillDictionaries()
    own = await extsys.connected()
    server.entities.set('product', [
      extsys.tea(),
      extsys.tea({
        id: id(105),
        externalCode: 'g',
        code: 'G',
        article: 'G',
        barcodes: [],
        name: 'Как у группы',
        useParentVat: true,
        vat: 0,
        vatEnabled: false,
        effectiveVat: 20,
        effectiveVatEnabled: true,
      }),
    ])
    server.entities.set('variant', [variant()])
    server.entities.set('bundle', [{ id: id(160) }, { id: id(161) }])
  })
  afterAll(() => extsys[Symbol.asyncDispose]())

  const importNow = (body: object = {}) => extsys.imported(own, IMPORT_PRODUCTS, body)
  const productOf = (which: number) => extsys.product(which, own)

  it('imports variants as separate products, and skips and reports bundles', async () => {
    const done = await importNow()
    expect([done.counts, done.total]).toEqual([countsOf(3, 0, 0), 3])
    expect(done.notes).toEqual([
      { code: 'BundlesLeftOut', name: null, field: null, value: '2', detail: null },
    ])
    const made = await productOf(150)
    expect(made).toMatchObject({
      name: 'Чай чёрный (100 г, лист)',
      code: 'T-1-100',
      externalCode: 'tea-100',
      article: null,
      kind: 'Good',
      groupPath: 'Бакалея/Чай',
      vatRate: 10,
      cost: 50.1234,
      retailPrice: 120.5,
      minPrice: 90,
      weight: 0.1,
      minStock: null,
      description: 'в пачках',
      barcodes: [{ value: '4006381333948', type: 'Ean13' }],
    })
    expect(made.prices.map(({ value }: { value: number }) => value).sort()).toEqual([120.5, 95])
    expect(made.supplierId).toBe((await productOf(101)).supplierId)
    // The VAT rate of the product's group in MoySklad.
    expect((await productOf(105)).vatRate).toBe(20)
  })

  it('updates only changed variants, even when no product has changed', async () => {
    server.entities.set('variant', [
      variant({ salePrices: [extsys.price('Цена продажи', 12900)], updated: '2026-11-05 10:00:00.000' }),
    ])
    server.entities.set('product', [])
    server.requested.length = 0
    expect((await importNow()).counts).toMatchObject({ created: 0, updated: 1, failed: 0 })
    const requested = server.requested.find((each) => each.startsWith('entity/variant?'))
    expect(requested).toContain('updated%3E%3D2026-11-01')
    const changed = await productOf(150)
    expect(changed).toMatchObject({ retailPrice: 129, version: 2 })
    // A price that the variant no longer has is inherited from its product.
    expect(changed.prices.map(({ value }: { value: number }) => value).sort()).toEqual([100, 129])
    expect((await importNow({ full: true })).counts).toEqual(countsOf(0, 0, 1))
    expect((await productOf(150)).version).toBe(2)
  })

  it('imports packs and payment subjects, and reports invalid packs and unsupported fields', async () => {
    const shop = await extsys.connected()
    server.entities.set('uom', [
      { id: id(901), name: 'кор', ...server.ref('uom', id(901)) },
      { id: id(902), name: 'шт', ...server.ref('uom', id(902)) },
      { id: id(903), name: 'Ящик синий', ...server.ref('uom', id(903)) },
    ])
    const pack = (unit: number, quantity: number, ...codes: string[]) => ({
      id: id(950 + unit),
      quantity,
      uom: server.ref('uom', id(unit)),
      ...(codes.length > 0 && { barcodes: codes.map((ean13) => ({ ean13 })) }),
    })
    const packed = (n: number, changes: object) =>
      extsys.tea({ id: id(n), externalCode: `p${n}`, code: `P-${n}`, barcodes: [], ...changes })
    const box = pack(901, 12, '4006381333948')
    server.entities.set('variant', [])
    server.entities.set('service', [{ id: id(115), name: 'Доставка', code: 'D', paymentItemType: 'WORK' }])
    server.entities.set('product', [
      packed(110, { packs: [box, pack(902, 6), pack(903, 24)], paymentItemType: 'EXCISABLE_GOOD' }),
      packed(111, { packs: [pack(901, 2)], weighed: true, uom: { name: 'кг' } }),
      packed(112, { paymentItemType: 'COMPOUND_PAYMENT_ITEM', taxSystem: 'PATENT_BASED' }),
      packed(113, { paymentItemType: 'ANOTHER_PAYMENT_ITEM', attributes: [{ name: 'Полка', value: 'A1' }] }),
    ])
    const done = await extsys.imported(shop, IMPORT_PRODUCTS)
    expect(done.counts).toEqual(countsOf(5, 0, 0))
    const left = { code: 'PackLeftOut', name: 'Чай чёрный', field: null, detail: null }
    expect(done.notes.filter(({ code }: { code: string }) => code === 'PackLeftOut')).toEqual([
      { ...left, value: '6' },
      { ...left, value: '24' },
      { ...left, value: '2' },
    ])
    const box12 = { quantity: 12, barcode: '4006381333948' }
    const of = (n: number) => extsys.product(n, shop)
    expect(await of(110)).toMatchObject({ paymentSubject: 'Excisable', packs: [box12] })
    expect(await of(111)).toMatchObject({ paymentSubject: 'Good', packs: [] })
    expect([await of(112), await of(113)]).toMatchObject(Array(2).fill({ paymentSubject: 'Other' }))
    expect((await of(115)).paymentSubject).toBe('Service')
    const { outcome } = (await shop.api.get(`/api/catalog/products/imports/${done.importId}`)).body
    expect(outcome.warnings).toMatchObject([{ column: 'payment subject', code: 'unknown_word' }])
    const unread = outcome.columns.filter(({ field }: { field: string | null }) => field === null)
    expect(unread.map(({ column, reason }: { column: string; reason: string }) => [column, reason])).toEqual([
      ['tax system', 'ofRetailPoint'],
      ['attributes', 'notKept'],
    ])
    // A product without packs in MoySklad loses its packs in the hub.
    server.entities.set('product', [packed(110, { paymentItemType: 'GOOD' })])
    await extsys.imported(shop, IMPORT_PRODUCTS, { full: true })
    expect(await of(110)).toMatchObject({ paymentSubject: 'Good', packs: [] })
  })

  it('archives variants archived in MoySklad, and skips unknown archived ones', async () => {
    server.entities.set('variant', [
      variant({ archived: true, updated: '2026-11-06 10:00:00.000' }),
      variant({
        id: id(151),
        externalCode: 'never',
        code: 'N',
        archived: true,
        updated: '2026-11-06 10:00:00.000',
      }),
    ])
    expect((await importNow()).counts).toMatchObject({ updated: 1, created: 0, skipped: 1 })
    expect((await productOf(150)).isArchived).toBe(true)
  })
})
