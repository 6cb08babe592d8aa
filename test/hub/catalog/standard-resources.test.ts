import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

interface Resource {
  base: string
  /** Returns a valid body with the given unique name. */
  body(organization: Organization, name: string): Record<string, unknown>
  /** Invalid bodies by the pointer that the error response must contain. */
  refused: Record<string, (organization: Organization) => Record<string, unknown>>
  /** Unique fields. A second record with the same value is refused with a pointer to the field. */
  unique?: string[]
  /** True when only managers of the organization can read the records. */
  isOfManagement?: true
  /** True when the records cannot be deleted. */
  hasNoDelete?: true
}

const numberOf = (name: string): number => {
  if (!NAMES.includes(name)) NAMES.push(name)
  return NAMES.indexOf(name)
}
const NAMES: string[] = []
const lettersOf = (name: string) =>
  String(numberOf(name))
    .padStart(2, '0')
    .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')

const RESOURCES: Resource[] = [
  {
    base: '/api/catalog/stores',
    body: (_, name) => ({ name, code: 'S', address: 'Abay 1', parentId: null }),
    refused: {
      '#/isDefault': () => ({ isDefault: 'yes' }),
      '#/parentId': () => ({ parentId: newId() }),
    },
    unique: ['name'],
  },
  {
    base: '/api/catalog/price-types',
    body: (_, name) => ({ name, sortOrder: 7 }),
    refused: {
      '#/sortOrder': () => ({ sortOrder: -1 }),
      '#/currencyId': () => ({ currencyId: newId() }),
    },
    unique: ['name'],
  },
  {
    base: '/api/catalog/product-groups',
    body: (_, name) => ({
      name,
      markup: 0.25,
      vatRate: 12,
      useParentVat: false,
      keywords: ['хлеб', 'bread'],
      sortOrder: 3,
    }),
    refused: {
      '#/vatRate': () => ({ vatRate: 100.01 }),
      '#/keywords/1': () => ({ keywords: ['x', ' '] }),
      '#/parentId': () => ({ parentId: newId() }),
      '#/markup': () => ({ markup: 0.00001 }),
    },
    unique: ['name'],
  },
  {
    base: '/api/catalog/retail-points',
    body: ({ storeId, priceTypeId, employeeId }, name) => ({
      name,
      storeId,
      priceTypeId,
      paperWidth: 58,
      numberPrefix: 'A-',
      onlyInStock: true,
      controlStock: true,
      allowDiscount: false,
      maxDiscountPercent: 12.5,
      allowDeleteLines: false,
      allowReturnFromClosedShift: false,
      requireCashierChoice: true,
      printAlways: true,
      syncCustomers: true,
      taxSystem: 'Patent',
      cashRounding: 'Down',
      cashRoundingStep: 0.05,
      cashRoundingAppliesTo: 'All',
      cashierIds: [employeeId],
    }),
    refused: {
      '#/numberPrefix': () => ({ numberPrefix: 'x'.repeat(11) }),
      '#/maxDiscountPercent': () => ({ maxDiscountPercent: 101 }),
      '#/taxSystem': () => ({ taxSystem: 'Flat' }),
      '#/cashRoundingStep': () => ({ cashRounding: 'Nearest', cashRoundingStep: 0.5 }),
      '#/productGroupIds/0': () => ({ productGroupIds: [newId()] }),
      '#/cashierIds/1': ({ employeeId }) => ({ cashierIds: [employeeId, newId()] }),
      '#/storeId': () => ({ storeId: newId() }),
      '#/priceTypeId': () => ({ priceTypeId: newId() }),
      '#/paperWidth': () => ({ paperWidth: 60 }),
    },
    unique: ['name'],
  },
  {
    base: '/api/catalog/counterparties',
    body: ({ priceTypeId }, name) => ({
      name,
      kind: 'Entrepreneur',
      isSupplier: true,
      isCustomer: false,
      taxId: '950540000524',
      kpp: '770701001',
      ogrn: '1027700132195',
      okpo: '00032537',
      legalTitle: 'Whole name',
      legalAddress: 'Abay 1',
      actualAddress: 'Abay 2',
      phone: '8 (701) 123-45-67',
      email: 'a@b.kz',
      priceTypeId,
      bankAccounts: [
        {
          accountNumber: 'KZ86125KZT5004100100',
          bankName: 'Bank',
          bic: 'KCJBKZKX',
          correspondentAccount: null,
          isDefault: true,
        },
      ],
      tags: ['wholesale'],
      externalCode: `ext ${name}`,
      description: 'Pays late',
    }),
    refused: {
      '#/kind': () => ({ kind: 'Company' }),
      '#/taxId': () => ({ taxId: '950540000525' }),
      '#/kpp': () => ({ kpp: '12' }),
      '#/ogrn': () => ({ ogrn: '12' }),
      '#/okpo': () => ({ okpo: '12' }),
      '#/email': () => ({ email: 'nobody' }),
      '#/birthDate': () => ({ birthDate: '1990-01-01' }),
      '#/sex': () => ({ sex: 'Male' }),
      '#/priceTypeId': () => ({ priceTypeId: newId() }),
      '#/bankAccounts/0/accountNumber': () => ({ bankAccounts: [{ bankName: 'Bank' }] }),
      '#/bankAccounts': () => ({
        bankAccounts: ['1', '2'].map((accountNumber) => ({ accountNumber, isDefault: true })),
      }),
      '#/tags/0': () => ({ tags: [''] }),
      '#/isSystem': () => ({ isSystem: true }),
    },
    unique: ['externalCode'],
  },
  {
    base: '/api/catalog/countries',
    body: (_, name) => ({ name, code: String(900 + numberOf(name)), alpha2: 'XA' }),
    refused: {
      '#/code': () => ({ code: '12' }),
      '#/alpha2': () => ({ alpha2: 'X1' }),
      '#/isPreset': () => ({ isPreset: true }),
    },
    unique: ['name', 'code'],
  },
  {
    base: '/api/catalog/currencies',
    body: (_, name) => ({
      name,
      fullName: `The ${name}`,
      code: String(numberOf(name)).padStart(3, '0'),
      isoCode: `Q${lettersOf(name)}`,
      symbol: '¤',
      rate: 0.000125,
      multiplicity: 100,
    }),
    refused: {
      '#/code': () => ({ code: 'QQQ' }),
      '#/isoCode': () => ({ isoCode: 'Q1' }),
      '#/rate': () => ({ rate: 0 }),
      '#/multiplicity': () => ({ multiplicity: 0 }),
      '#/isDefault': () => ({ isDefault: true }),
    },
    unique: ['code', 'isoCode'],
    hasNoDelete: true,
  },
  {
    base: '/api/organization/employee-roles',
    body: (_, name) => ({ name, permissions: ['catalog.view', 'pos.sell'] }),
    refused: {
      '#/permissions/1': () => ({ permissions: ['catalog.view', 'catalog.own'] }),
      '#/permissions/0': () => ({ permissions: ['pos.sync'] }),
      '#/isSystem': () => ({ isSystem: true }),
    },
    unique: ['name'],
    isOfManagement: true,
  },
  {
    base: '/api/loyalty/programs',
    body: (_, name) => ({ name, kind: 'DiscountPercent', discountPercent: 7.5, maxSpendPercent: 30 }),
    refused: {
      '#/kind': () => ({ kind: 'Gift' }),
      '#/discountPercent': () => ({ discountPercent: 100.01 }),
      '#/levels': () => ({ kind: 'Accumulative' }),
      '#/levels/1/percent': () => ({
        levels: [
          { fromAmount: 0, percent: 5 },
          { fromAmount: 10, percent: 5 },
        ],
      }),
      '#/levels/1/fromAmount': () => ({
        levels: [
          { fromAmount: 10, percent: 5 },
          { fromAmount: 10, percent: 6 },
        ],
      }),
      '#/endsAt': () => ({ startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }),
      '#/excludedGroupIds/0': () => ({ excludedGroupIds: [newId()] }),
      '#/spendRate': () => ({ spendRate: 0 }),
      '#/welcomeBonus': () => ({ welcomeBonus: -1 }),
    },
    unique: ['name'],
    isOfManagement: true,
  },
  {
    base: '/api/promotions',
    body: (_, name) => ({
      name,
      kind: 'AmountDiscount',
      priority: 3,
      daysOfWeek: [6, 7],
      timeFrom: '22:00',
      timeTo: '02:00',
      effect: {
        percent: null,
        amount: 10.5,
        isPerUnit: false,
        price: null,
        buyQuantity: null,
        getQuantity: null,
        everyNth: null,
        bundle: [],
        threshold: null,
        points: null,
      },
    }),
    refused: {
      '#/effect/amount': () => ({ effect: {} }),
      '#/effect/percent': () => ({ effect: { amount: 1, percent: 5 } }),
      '#/effect/price': () => ({ kind: 'SpecialPrice', effect: {} }),
      '#/effect/priceTypeId': () => ({ kind: 'SpecialPrice', effect: { price: 5, priceTypeId: newId() } }),
      '#/effect/bundle': () => ({ kind: 'BundlePrice', effect: { price: 5 } }),
      '#/effect/everyNth': () => ({ kind: 'NthItemDiscount', effect: { percent: 50, everyNth: 1 } }),
      '#/requiresCard': () => ({ kind: 'GiftPoints', effect: { points: 5 } }),
      '#/maxPerReceipt': () => ({ maxPerReceipt: 1 }),
      '#/timeTo': () => ({ timeTo: null }),
      '#/timeFrom': () => ({ timeFrom: '24:00' }),
      '#/daysOfWeek/0': () => ({ daysOfWeek: [0] }),
      '#/storeIds/0': () => ({ storeIds: [newId()] }),
      '#/retailPointIds/0': () => ({ retailPointIds: [newId()] }),
      '#/programIds/0': () => ({ requiresCard: true, programIds: [newId()] }),
      '#/conditions/productIds/0': () => ({ conditions: { productIds: [newId()] } }),
      '#/conditions/groupIds/0': () => ({ conditions: { groupIds: [newId()] } }),
      '#/conditions/minQuantity': () => ({ conditions: { minQuantity: 0 } }),
    },
    isOfManagement: true,
  },
  {
    base: '/api/catalog/products',
    body: ({ priceTypeId }, name) => ({
      name,
      retailPrice: 12.5,
      prices: [{ priceTypeId, value: 12.5 }],
      barcodes: [{ value: '4600000000008', type: 'Ean13' }],
    }),
    refused: {
      '#/retailPrice': () => ({ retailPrice: 11 }),
      '#/prices/0/priceTypeId': () => ({ prices: [{ priceTypeId: newId(), value: 1 }] }),
      '#/prices/0/value': ({ priceTypeId }) => ({ prices: [{ priceTypeId, value: 0.001 }] }),
      '#/barcodes/0/value': () => ({ barcodes: [{ value: '4600000000001', type: 'Ean13' }] }),
      '#/productGroupId': () => ({ productGroupId: newId() }),
      '#/unitOfMeasureId': () => ({ unitOfMeasureId: newId() }),
      '#/weightCode': () => ({ weightCode: '00042' }),
      '#/colour': () => ({ colour: 'red' }),
    },
  },
]

describe('standard resources', () => {
  const door = useHub()

  describe.each(RESOURCES)('$base', ({ base, body, refused, unique = [], ...of }) => {
    const { hasNoDelete = false, isOfManagement = false } = of
    /** Returns the given status of a DELETE request, or 405 for resources that cannot be deleted. */
    const deletion = (status: number) => (hasNoDelete ? 405 : status)
    let organization: Organization
    let api: ApiClient
    let other: Organization

    beforeAll(async () => {
      organization = await signUp(door)
      api = organization.api
      other = await signUp(door)
    })

    const create = (name: string, more: Record<string, unknown> = {}) =>
      api.post(base, { ...body(organization, name), ...more })

    it('supports creating, reading, changing and deleting a record', async () => {
      const created = await create('First')
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      expect(created.body).toMatchObject({ ...body(organization, 'First'), version: 1 })
      expect(created.headers.get('Location')).toBe(`${base}/${created.body.id}`)
      const one = `${base}/${created.body.id}`
      expect((await api.get(one)).body).toEqual(created.body)

      const changed = await api.put(one, { ...body(organization, 'Second'), version: 1 })
      expect(changed.body).toMatchObject({ name: 'Second', version: 2, createdAt: created.body.createdAt })
      expect(changed.body.createdById).toBe(organization.employeeId)
      expect((await api.get(one)).body).toEqual(changed.body)

      expect((await api.delete(one)).status).toBe(deletion(204))
      expect((await api.get(one)).status).toBe(hasNoDelete ? 200 : 404)
      expect((await api.delete(one)).status).toBe(deletion(404))
      expect((await api.get(`${base}/${newId()}`)).status).toBe(404)
    })

    it('lists records sorted, filtered and page by page', async () => {
      for (const name of ['Lst b_1', 'Lst c', 'Lst a']) await create(name)
      const names = async (query: string) =>
        (await api.get(`${base}?${query}`)).body.items.map((item: { name: string }) => item.name)
      expect(await names('search=lst&sort=-name')).toEqual(['Lst c', 'Lst b_1', 'Lst a'])
      expect(await names('search=lst&sort=name&pageSize=2&page=2')).toEqual(['Lst c'])
      for (const name of ['Und b_2', 'Und bx2']) await create(name)
      expect(await names('search=b_2')).toEqual(['Und b_2'])
      expect((await api.get(`${base}?search=lst&pageSize=1`)).body).toMatchObject({
        page: 1,
        pageSize: 1,
        total: 3,
      })
    })

    it('returns the existing record when a creation is repeated', async () => {
      const id = newId()
      const first = await create('Repeated', { id })
      const again = await create('Repeated', { id })
      expect([first.status, again.status]).toEqual([201, 200])
      expect(again.body).toEqual(first.body)
    })

    it('refuses a change with a stale version', async () => {
      const { body: made } = await create('Stale')
      const put = (version: number) =>
        api.put(`${base}/${made.id}`, { ...body(organization, 'Stale'), version })
      const answers = await Promise.all([put(1), put(1)])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      const stale = await put(1)
      expect([stale.body.code, stale.body.currentVersion]).toEqual(['concurrency_conflict', 2])
    })

    it('hides records from other organizations', async () => {
      const { body: made } = await create('Hidden')
      const one = `${base}/${made.id}`
      expect((await other.api.get(one)).status).toBe(404)
      expect((await other.api.put(one, { ...body(other, 'Taken'), version: 1 })).status).toBe(404)
      expect((await other.api.delete(one)).status).toBe(deletion(404))
      expect((await other.api.get(`${base}?search=Hidden`)).body.total).toBe(0)
      expect((await api.get(one)).body).toEqual(made)
    })

    it.each([
      ['may only read', 'Storekeeper', 200],
      ['may not read', 'Cashier', 403],
    ] as const)('limits the access of a colleague who %s as a %s', async (_, role, may) => {
      const seen = isOfManagement ? 403 : may
      const { body: made } = await create(`For a ${role}`)
      const colleague = await hire(door, organization, role)
      const one = `${base}/${made.id}`
      expect((await colleague.get(base)).status).toBe(seen)
      expect((await colleague.get(one)).status).toBe(seen)
      const writes = [
        await colleague.post(base, body(organization, 'No')),
        await colleague.put(one, { ...body(organization, 'No'), version: 1 }),
        await colleague.delete(one),
      ]
      expect(writes.map((answer) => answer.status)).toEqual([403, 403, deletion(403)])
      expect((await api.get(one)).body).toEqual(made)
    })

    it('refuses users who are not signed in', async () => {
      const stranger = new ApiClient(door)
      const one = `${base}/${newId()}`
      const answers = [
        await stranger.get(base),
        await stranger.get(one),
        await stranger.post(base, body(organization, 'No')),
        await stranger.put(one, { ...body(organization, 'No'), version: 1 }),
        await stranger.delete(one),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, deletion(401)])
    })

    it('refuses duplicates of unique fields within the organization', async () => {
      const first = body(organization, 'Twin 1')
      expect((await create('Twin 1')).status).toBe(201)
      for (const field of unique) {
        const twin = await create('Twin 2', { [field]: first[field] })
        expect([twin.status, twin.body.code, twin.body.errors?.[0].pointer]).toEqual([
          409,
          'duplicate',
          `#/${field}`,
        ])
      }
      expect((await other.api.post(base, { ...body(other, 'Twin 1') })).status).toBe(201)
    })

    it('reports the invalid field in the error response', async () => {
      const cases: Resource['refused'] = {
        '#/name': () => ({ name: ' ' }),
        '#/id': () => ({ id: 'x' }),
        ...refused,
      }
      for (const [pointer, wrong] of Object.entries(cases)) {
        const answer = await create('Wrong', wrong(organization))
        expect([pointer, answer.status]).toEqual([pointer, 400])
        expect(answer.body.errors[0].pointer).toBe(pointer)
      }
      expect((await api.get(`${base}?search=Wrong`)).body.total).toBe(0)
    })
  })
})
