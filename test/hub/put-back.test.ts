import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import { type Answer, type ApiClient, useHub } from '#test/support/hub.ts'
import { hireWithoutCosts, superAdmin } from '#test/support/people.ts'
import { BASES, type Office, openOffice } from './documents/book-keeping.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies and JSON Schemas, walked freely
type Json = any

/** Every resource with a PUT accepts its edited GET response. */
describe('GET responses sent back with PUT', () => {
  const door = useHub()
  let office: Office
  let api: ApiClient
  let admin: ApiClient
  let document: Json
  let ids: Record<'group' | 'type' | 'country' | 'kilogram' | 'juice' | 'role' | 'program' | 'card', string>

  const done = ({ status, body }: Answer): Json => {
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }

  beforeAll(async () => {
    office = await openOffice(door)
    api = office.api
    admin = await superAdmin(door, office.organization)
    document = (await api.get('/openapi/v1/openapi.json')).body
    const program = done(await api.post('/api/loyalty/programs', { name: 'Club', kind: 'Bonus' })).id
    const card = { cardNumber: 'CLUB-1', programId: program }
    ids = {
      group: done(await api.post('/api/catalog/product-groups', { name: 'Drinks' })).id,
      type: done(await api.post('/api/catalog/price-types', { name: 'Wholesale' })).id,
      country: done(await api.get('/api/catalog/countries?pageSize=1')).items[0].id,
      kilogram: done(await api.get('/api/catalog/units-of-measure?search=166')).items[0].id,
      program,
      card: done(await api.post('/api/loyalty/cards/issue', card)).id,
      role: done(await api.get('/api/organization/employee-roles?search=Cashier')).items[0].id,
      juice: await createProduct(office.organization, { name: 'Juice' }),
    }
  })

  /** Records with as many fields as possible, by list endpoint. */
  const RICH: Record<string, () => Json> = {
    '/api/catalog/products': () => ({
      name: 'Cheese',
      code: 'CH-1',
      article: 'A-1',
      externalCode: 'X-1',
      productGroupId: ids.group,
      barcodes: [
        { value: '4006381333931', type: 'Ean13' },
        { value: 'CHEESE-1', type: 'Code128' },
      ],
      cost: 61.3712,
      minPrice: 90,
      vatRate: 12,
      useGroupVat: false,
      minStock: 3.5,
      retailPrice: 100,
      unitOfMeasureId: ids.kilogram,
      prices: [
        { priceTypeId: office.organization.priceTypeId, value: 100 },
        { priceTypeId: ids.type, value: 95.5 },
      ],
      futurePrices: [{ priceTypeId: ids.type, value: 99, startsAt: '2099-01-01T00:00:00Z' }],
      minStockByStore: [{ storeId: office.store, minStock: 2 }],
      isWeighed: true,
      weightCode: '7',
      ntin: '0123456789',
      ikpu: '9876543210',
      countryId: ids.country,
      supplierId: office.supplier,
      weight: 0.25,
      volume: 0.000125,
      kind: 'Good',
      description: 'Hard.\nOld.',
      paymentSubject: 'Excisable',
      isDiscountProhibited: true,
      minimumAge: 18,
    }),
    '/api/catalog/product-groups': () => ({
      name: 'Teas',
      parentId: ids.group,
      markup: 0.25,
      vatRate: 12,
      useParentVat: false,
      keywords: ['tea'],
      code: 'G-1',
      externalCode: 'GX-1',
      sortOrder: 3,
    }),
    '/api/catalog/price-types': () => ({ name: 'Online', sortOrder: 4 }),
    '/api/catalog/stores': () => ({ name: 'Shelf', code: 'S-1', address: 'Here', parentId: office.store }),
    '/api/catalog/retail-points': () => ({
      name: 'Kiosk',
      code: 'K-1',
      address: 'There',
      numberPrefix: 'K',
      taxSystem: 'UsnIncome',
      storeId: office.store,
      priceTypeId: ids.type,
      productGroupIds: [ids.group],
      cashierIds: [office.organization.employeeId],
      maxDiscountPercent: 12.5,
      cashRounding: 'Nearest',
      cashRoundingStep: 5,
      receiptHeader: 'Welcome\nin',
      receiptFooter: 'Bye',
      paperWidth: 58,
    }),
    '/api/catalog/counterparties': () => ({
      name: 'Ann',
      kind: 'Individual',
      birthDate: '1990-02-03',
      sex: 'Female',
      taxId: '950540000524',
      kpp: '770101001',
      ogrn: '1027700132195',
      okpo: '00032537',
      legalTitle: 'Ann',
      code: 'C-1',
      legalAddress: 'Road 1',
      actualAddress: 'Road 2',
      phone: '+7 701 123 45 67',
      email: 'ann@shop.test',
      priceTypeId: ids.type,
      bankAccounts: [
        { accountNumber: 'KZ1', bankName: 'Bank', bic: 'BIC', correspondentAccount: 'KZ2', isDefault: false },
        { accountNumber: 'KZ3', bankName: null, bic: null, correspondentAccount: null, isDefault: true },
      ],
      tags: ['a', 'b'],
      externalCode: 'CX-1',
      description: 'Kind',
    }),
    '/api/organization/employee-roles': () => ({
      name: 'Helper',
      permissions: ['pos.sell', 'pos.return'],
      tillLimits: { maxDiscountPercent: 12.5, allowCashOut: false },
    }),
    '/api/organization/employees': () => ({
      lastName: 'Lee',
      firstName: 'Ann',
      middleName: 'May',
      position: 'Helper',
      phone: '+7 701 1',
      email: 'ann@shop.test',
      inn: '950540000524',
      roleId: ids.role,
      posPin: '8053',
      retailPointIds: [office.organization.retailPointId],
      storeIds: [office.organization.storeId],
    }),
    '/api/organization/shared-views': () => ({
      key: 'products',
      name: 'Cheap',
      roleId: ids.role,
      value: { query: { sort: 'retailPrice' }, columns: ['name'], widths: { name: 240 } },
    }),
    '/api/loyalty/programs': () => ({
      name: 'Gold',
      kind: 'Accumulative',
      discountPercent: 2.5,
      isActive: false,
      isDefault: true,
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '2027-01-01T00:00:00.000Z',
      levels: [
        { fromAmount: 0, percent: 1.5 },
        { fromAmount: 1000.5, percent: 3 },
      ],
      accumulationPeriodDays: 365,
      earnPercent: 7.25,
      pointStep: 'Whole',
      spendRate: 0.125,
      maxSpendPercent: 30,
      earnOnBonusPaidPart: true,
      activationDelayDays: 2,
      expirationDays: 180,
      welcomeBonus: 100.5,
      welcomeMode: 'FirstPurchase',
      offlineSpendLimit: 50,
      excludedGroupIds: [ids.group],
      excludeDiscountedLines: true,
    }),
    '/api/promotions': () => ({
      name: 'Three for two',
      isActive: false,
      priority: 5,
      combinable: false,
      maxPerReceipt: 2,
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '2027-01-01T00:00:00.000Z',
      daysOfWeek: [1, 7],
      timeFrom: '22:00',
      timeTo: '06:30',
      storeIds: [office.store],
      retailPointIds: [office.organization.retailPointId],
      requiresCard: true,
      programIds: [ids.program],
      kind: 'BuyXGetY',
      conditions: { productIds: [office.tea], groupIds: [ids.group], minQuantity: 1.5, minAmount: 10.25 },
      effect: { buyQuantity: 2, getQuantity: 1, percent: 12.5 },
      couponCode: 'THREE',
    }),
    '/api/catalog/countries': () => ({ name: 'Nowhere', code: '999', alpha2: 'ZZ' }),
    '/api/catalog/currencies': () => ({
      name: 'Test',
      fullName: 'Test money',
      code: '963',
      isoCode: 'XTS',
      symbol: 'T',
      rate: 0.000125,
      multiplicity: 10,
    }),
    '/api/super-admin/organizations': () => ({
      name: 'Corner shop',
      taxId: '7712345678',
      country: 'RU',
      timeZone: 'Asia/Omsk',
      owner: { email: 'petrova@shop.test', lastName: 'Petrova' },
    }),
    '/api/super-admin/organizations/{orgId}/employees': () => ({
      lastName: 'Serik',
      firstName: 'Aliya',
      middleName: 'Maratovna',
      posPin: '7291',
      position: 'cashier',
      phone: '+7 701 000 00 00',
      inn: '1234567890',
      email: 'aliya@shop.test',
      roleId: ids.role,
      retailPointIds: [],
      isArchived: true,
    }),
    '/api/super-admin/units-of-measure': () => ({
      name: 'drum',
      fullName: 'Drum',
      nameEn: 'drum',
      nameKk: 'бочка',
      code: '99',
      isFractional: true,
      fiscalMeasure: 7,
    }),
    [BASES.supply]: () => ({
      ...paper(BASES.supply),
      incomingNumber: 'I-1',
      incomingDate: '2026-01-30',
      overheadSum: 10.5,
      updateRetailPrice: true,
      currencyId: office.dollar,
      rate: 45.05,
      multiplicity: 10,
      overheadDistribution: 'ByQuantity',
      vatEnabled: true,
      vatIncluded: false,
      lines: lines({ price: 61.3712, retailPrice: 90, discountPercent: 5, vatRate: 12 }),
    }),
    [BASES.supplierReturn]: () => ({
      ...paper(BASES.supplierReturn),
      supplyId,
      currencyId: office.dollar,
      rate: 45.12,
      multiplicity: 10,
      vatIncluded: false,
      lines: lines({ price: 61.3712, vatRate: 12 }),
    }),
    [BASES.demand]: () => ({
      ...paper(BASES.demand),
      shipmentAddress: 'Road 3',
      currencyId: office.dollar,
      rate: 450.5,
      multiplicity: 1,
      vatIncluded: false,
      lines: lines({ price: 120, discountPercent: 7.25, vatRate: 12 }),
    }),
    [BASES.enter]: () => ({ ...paper(BASES.enter), lines: lines({ price: 60, reason: 'Found' }) }),
    [BASES.loss]: () => ({
      ...paper(BASES.loss),
      reason: 'Theft',
      lines: lines({ price: 55.5, reason: 'Broken' }),
    }),
    [BASES.transfer]: () => ({ ...paper(BASES.transfer), lines: lines({}) }),
    [BASES.inventory]: () => ({
      ...paper(BASES.inventory),
      scope: 'Partial',
      countMode: 'Blind',
      startedAt: '2026-01-31T08:00:00Z',
      lines: lines({ quantity: undefined, countedQuantity: 4, countedAt: '2026-01-31T08:30:00Z' }).slice(
        0,
        1,
      ),
    }),
    '/api/sales/retail': () => ({
      number: 'RS-1',
      date: '2026-01-31T09:00:00Z',
      comment: 'By phone',
      customerId: office.supplier,
      loyaltyCardId: ids.card,
      customerPhone: '+77011234567',
      customerEmail: 'aigul@example.kz',
      storeId: office.store,
      cashierId: office.organization.employeeId,
      retailPointId: office.organization.retailPointId,
      vatIncluded: true,
      lines: [
        {
          productId: office.tea,
          quantity: 3,
          price: 33.33,
          discountPercent: 7,
          vatRate: 12,
          markingCodes: [markingCode(0)],
        },
        { productId: ids.juice, quantity: 1, price: 10, discountAmount: 1.5, vatRate: null },
      ],
      payments: [
        { type: 'Card', amount: 50, reference: 'T-1' },
        { type: 'Cash', amount: 70, reference: null },
      ],
    }),
  }
  let supplyId: string

  let papers = 0
  function paper(base: string): Json {
    papers += 1
    const about = { number: `N-${papers}`, date: '2026-01-31T09:00:00Z', comment: 'One\ntwo' }
    return { ...office.header(base), ...about, externalCode: `E-${papers}` }
  }
  const markingCode = (i: number) => `010460000000001521${i}\u001d93dGVz`
  const lines = (more: object): Json[] =>
    [office.tea, ids.juice].map((productId, i) => ({
      productId,
      quantity: i + 2,
      markingCodes: [markingCode(i)],
      comment: 'A line',
      ...more,
    }))

  const clientOf = (path: string) => (path.includes('super-admin') ? admin : api)

  async function make(path: string): Promise<string> {
    if (path === BASES.supplierReturn) {
      const supply = done(await api.post(BASES.supply, must(RICH[BASES.supply])()))
      supplyId = done(await api.post(`${BASES.supply}/${supply.id}/post`)).id
    }
    const address = path.replace('{orgId}', office.organization.organizationId)
    const { id } = done(await clientOf(path).post(address, must(RICH[path])()))
    if (path === '/api/catalog/products') await addImage(id)
    return `${address}/${id}`
  }

  async function addImage(productId: string): Promise<void> {
    const form = new FormData()
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    form.append('file', new File([new Uint8Array(png)], 'cheese.png'))
    const request = new Request('http://hub', { method: 'POST', body: form })
    const typed = api.with({ 'Content-Type': request.headers.get('Content-Type') ?? '' })
    const bytes = new Uint8Array(await request.arrayBuffer())
    done(await typed.sendBytes(`/api/catalog/products/${productId}/images`, bytes))
  }

  const withoutChange = ({ version: _, updatedAt: __, ...rest }: Json): Json => rest

  /** Settings of a single user. No one else changes them, so they have no version. */
  const OF_ONE_PERSON = '/api/reports/morning-digest/mail'
  const SETTINGS = [
    '/api/admin/extsys/settings',
    '/api/organization/fiscal',
    '/api/organization/settings',
    OF_ONE_PERSON,
    '/api/super-admin/settings',
    '/api/super-admin/platform-settings',
  ]
  const schemaOf = (path: string): Json => {
    const { $ref } = document.paths[path].put.requestBody.content['application/json'].schema
    return document.components.schemas[$ref.split('/').at(-1)]
  }

  it('covers every path of the API description that has both GET and PUT', () => {
    const paths = Object.entries<Json>(document.paths).flatMap(([path, { get, put }]) =>
      get && put ? [path] : [],
    )
    expect(paths.sort()).toEqual([...Object.keys(RICH).map((path) => `${path}/{id}`), ...SETTINGS].sort())
  })

  it.each([...Object.keys(RICH), ...SETTINGS])(
    'accepts the unchanged response of %s, but refuses an unknown field in it',
    async (path) => {
      const client = clientOf(path)
      const address = SETTINGS.includes(path) ? path : await make(path)
      const before = done(await client.get(address))
      const answer = await client.put(address, before)
      expect([answer.status, answer.body.errors]).toEqual([200, undefined])
      const after = done(await client.get(address))
      if (path !== OF_ONE_PERSON) expect(after.version).toBe(before.version + 1)
      expect(withoutChange(after)).toEqual(withoutChange(before))
      // A field known neither to the response nor to the request is refused.
      const unknown = await client.put(address, { ...after, colour: 'green' })
      expect([unknown.status, unknown.body.errors]).toMatchObject([400, [{ pointer: '#/colour' }]])
    },
  )

  it('sets every writable field in the test records', async () => {
    // Fields that the hub assigns, that can be set only once, or that exist only in returns.
    const POOR = [
      'id',
      'version',
      'isArchived',
      'generateBarcode',
      'generateWeightCode',
      'isDefault',
      'currencyId',
      'originalLineId',
      'isAccountActive',
      // Only unweighed goods have packs.
      'packs',
    ]
    for (const path of Object.keys(RICH)) {
      const given = must(RICH[path])()
      const { properties } = schemaOf(`${path}/{id}`)
      const isEmpty = (value: Json) => value === undefined || value === null || value.length === 0
      const left = (schemas: Json, body: Json) =>
        Object.entries<Json>(schemas).flatMap(([name, schema]) =>
          schema.readOnly || schema.default !== undefined || POOR.includes(name) || !isEmpty(body[name])
            ? []
            : [name],
        )
      expect([path, left(properties, given)]).toEqual([path, []])
      if (properties.lines)
        expect([
          path,
          left(properties.lines.items.properties, Object.assign({}, ...given.lines.toReversed())),
        ]).toEqual([path, []])
    }
  })

  it('accepts a response without costs from a user who may not see them', async () => {
    const blind = await hireWithoutCosts(door, office.organization)
    const id = await createProduct(office.organization, { name: 'Dear', cost: 77.5 })
    const seen = done(await blind.get(`/api/catalog/products/${id}`))
    expect(seen.cost).toBeUndefined()
    done(await blind.put(`/api/catalog/products/${id}`, seen))
    expect(done(await api.get(`/api/catalog/products/${id}`)).cost).toBe(77.5)
  })

  it('accepts a price changed in `retailPrice` or in `prices`, and refuses different changes in both', async () => {
    const address = `/api/catalog/products/${await createProduct(office.organization, { name: 'Cup' })}`
    const first = done(await api.get(address))
    expect(done(await api.put(address, { ...first, retailPrice: 120 })).retailPrice).toBe(120)
    const second = done(await api.get(address))
    const prices = [{ ...second.prices[0], value: 130 }]
    expect(done(await api.put(address, { ...second, prices })).retailPrice).toBe(130)
    const third = done(await api.get(address))
    const both = await api.put(address, { ...third, prices: second.prices, retailPrice: 140 })
    expect([both.status, both.body.errors?.[0].pointer]).toEqual([400, '#/retailPrice'])
  })

  it('keeps the percentage of a line discount when the quantity changes, and drops it when the discount amount changes', async () => {
    const sale = {
      storeId: office.store,
      lines: [{ productId: office.tea, quantity: 1, price: 100, discountPercent: 10 }],
    }
    const draft = done(await api.post('/api/sales/retail', sale))
    const [line] = draft.lines
    const more = done(
      await api.put(`/api/sales/retail/${draft.id}`, { ...draft, lines: [{ ...line, quantity: 3 }] }),
    )
    expect(more.lines[0]).toMatchObject({ id: line.id, discountAmount: 30, discountPercent: 10, sum: 270 })
    const less = { ...more.lines[0], discountAmount: 7 }
    const other = done(await api.put(`/api/sales/retail/${draft.id}`, { ...more, lines: [less] }))
    expect(other.lines[0]).toMatchObject({ discountAmount: 7, discountPercent: null, sum: 293 })
  })

  it('refuses an unknown field of a document line', async () => {
    const product = done(await api.get(await make(BASES.enter)))
    const [line] = product.lines
    const answer = await api.put(`${BASES.enter}/${product.id}`, {
      ...product,
      lines: [{ ...line, colour: 'green' }],
    })
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer: '#/lines/0/colour' }]])
  })

  it('marks read-only fields in the API description', () => {
    const readOnly = (schema: Json) =>
      Object.entries<Json>(schema.properties).flatMap(([name, member]) => (member.readOnly ? [name] : []))
    const { Product, ProductCreate, ProductUpdate, Supply } = document.components.schemas
    const names = [
      'id',
      'createdAt',
      'updatedAt',
      'createdById',
      'groupPath',
      'unitName',
      'effectiveVatRate',
      'images',
    ]
    expect(readOnly(Product).sort()).toEqual(names.sort())
    expect(readOnly(ProductUpdate).sort()).toEqual(names.sort())
    expect(readOnly(ProductCreate)).toEqual([])
    expect(readOnly(Supply.properties.lines.items)).toEqual(
      expect.arrayContaining(['lineNo', 'sum', 'unitCost']),
    )
  })

  it('refuses read-only fields in a POST request', async () => {
    const answer = await api.post('/api/sales/retail', {
      storeId: office.store,
      status: 'Posted',
      isReturn: true,
    })
    const pointers = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect([answer.status, pointers]).toEqual([400, ['#/status', '#/isReturn']])
  })
})
