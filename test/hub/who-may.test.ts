import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type Answer, ApiClient, useHub } from '#test/support/hub.ts'
import { hire, hireAllowed, limitToStores, signIn, superAdmin, visit } from '#test/support/people.ts'
import { type Office, openOffice } from './documents/book-keeping.ts'
import { done, SALES, work } from './organization/places.ts'

type Json = Answer['body']

/**
 * Public routes, which require no permission. Every new one must be listed here. All other routes require a
 * permission.
 */
const PUBLIC = [
  'POST /api/auth/accept-invitation',
  'POST /api/auth/confirm-address',
  'GET /api/auth/external/callback',
  'GET /api/auth/external/providers',
  'GET /api/auth/external/{provider}',
  'POST /api/auth/forgot-password',
  'POST /api/auth/invitation',
  'POST /api/auth/passkey/options',
  'POST /api/auth/reset-password',
  'POST /api/auth/signup',
  'POST /api/auth/signup/invitation',
  'GET /api/maintenance-note',
  'GET /api/org/export/download/{token}',
  'POST /api/pos/v1/enrol',
  'GET /uploads/{organizationId}/{fileKey}/{file}',
  'GET /r/{token}',
  'POST /~/connect/revoke',
  'POST /~/connect/token',
]
/** Routes for the user's own data or for data visible to every signed-in user. */
const OF_ONESELF = /^\/api\/(me|user\/presets|search\/global|whats-new|feedback)(\/|$)/
/** Routes for views shared by others. Each user gets only the views meant for them. */
const SEEN_BY_ALL = ['GET /api/organization/shared-views', 'GET /api/organization/shared-views/{id}']
const OF_THE_PLATFORM = /^\/api\/super-admin\//
const OF_DEVICES = /^\/api\/pos\/v1\//

/** Routes for data of the whole platform, available to a SuperAdmin without an organization. */
const ALSO_ON_PLATFORM = [
  'GET /api/admin/jobs/recent',
  'GET /api/admin/jobs/{id}',
  'POST /api/admin/jobs/{id}/cancel',
  'POST /api/admin/jobs/{id}/retry',
  'GET /api/catalog/units-of-measure',
  'GET /api/catalog/units-of-measure/{id}',
]

/** Records that the other organization of this test lacks, with the tests that check their isolation. */
const SHOWN_ELSEWHERE: Record<string, string> = {
  '/api/admin/jobs/{id}': 'test/hub/jobs/tracked-jobs.test.ts',
  '/api/org/export/{id}': 'test/hub/organization/organization-export.test.ts',
  '/api/sales/fiscal-receipts/{id}': 'test/hub/sales/fiscal-receipts.test.ts',
  '/api/sales/fiscal-cash/{id}': 'test/hub/sales/fiscal-cash.test.ts',
  '/api/me/passkeys/{id}': 'test/hub/account/passkeys.test.ts',
  '/api/me/identities/{id}': 'test/hub/account/sign-on.test.ts',
  '/api/catalog/products/imports/{id}': 'test/hub/catalog/product-imports.test.ts',
  '/api/catalog/units-of-measure/{id}': 'they are of the platform: test/hub/catalog/units-of-measure.test.ts',
}

/** Records of stores that `furnish` does not create, with the tests that check their isolation. */
const OF_STORES_SHOWN_ELSEWHERE: Record<string, string> = {
  '/api/sales/fiscal-receipts/{id}': 'test/attack/store-limit.test.ts',
  '/api/sales/fiscal-cash/{id}': 'test/hub/sales/fiscal-cash.test.ts',
}

interface Route {
  method: string
  path: string
  name: string
  permission: string
  /** `none`, `own` or `all`. Undefined if no user of the route can be limited to stores. */
  stores: string | undefined
}

/** Requests every published route as users without the right to use it. */
describe('permissions of every route', () => {
  const door = useHub()
  const anonymous = () => new ApiClient(door)
  let office: Office
  let other: Office
  let admin: ApiClient
  let routes: Route[]

  beforeAll(async () => {
    office = await openOffice(door)
    other = await openOffice(door)
    admin = await superAdmin(door, office.organization)
    const { body } = await anonymous().get('/openapi/v1/openapi.json')
    routes = Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        name: `${method.toUpperCase()} ${path}`,
        permission: operation['x-permission'],
        stores: operation['x-stores'],
      })),
    )
  })

  const at = (path: string, id = newId()) => path.replaceAll(/\{\w+\}/g, id)
  const isOfOrganization = ({ permission }: Route) =>
    (PERMISSIONS as readonly string[]).includes(permission) && permission !== 'pos.sync'

  it('requires a permission for every route outside the lists of exceptions', () => {
    const expected = ({ name, path }: Route): string | undefined => {
      if (PUBLIC.includes(name)) return 'public'
      if (OF_ONESELF.test(path) || SEEN_BY_ALL.includes(name)) return 'signed-in'
      if (OF_THE_PLATFORM.test(path)) return 'super-admin'
      return OF_DEVICES.test(path) ? 'pos.sync' : undefined
    }
    const wrong = routes.filter((each) =>
      expected(each) ? each.permission !== expected(each) : !isOfOrganization(each),
    )
    expect(wrong).toEqual([])
    const names = routes.map(({ name }) => name)
    expect([...PUBLIC, ...SEEN_BY_ALL, ...ALSO_ON_PLATFORM].filter((name) => !names.includes(name))).toEqual(
      [],
    )
  })

  it('declares the store access of every route whose users can be limited to stores', () => {
    const limitsNobody = ({ permission }: Route) => ['public', 'super-admin', 'pos.sync'].includes(permission)
    const wrong = routes.filter((each) =>
      limitsNobody(each) ? each.stores : !['none', 'own', 'all'].includes(each.stores ?? ''),
    )
    expect(wrong).toEqual([])
  })

  it('refuses anonymous requests to every route that is not public', async () => {
    for (const { method, path, name, permission } of routes) {
      if (permission === 'public') continue
      const answer = await anonymous().send(method, at(path))
      expect([name, answer.status]).toEqual([name, 401])
    }
  })

  it('responds with 403 to users without the permission, even when ids or parameters are invalid', async () => {
    const cashier = await hire(door, office.organization, 'Cashier')
    for (const { method, path, name, permission } of routes) {
      if (permission === 'public' || permission === 'signed-in') continue
      for (const id of [newId(), 'no-id']) {
        const answer = await cashier.send(method, `${at(path, id)}?page=no-number`)
        expect([name, answer.status, answer.body.permission]).toEqual([name, 403, permission])
      }
    }
  })

  it('refuses devices on routes for users, and users on routes for devices', async () => {
    const { api: device } = await enrolDevice(door, office.organization)
    for (const { method, path, name, permission } of routes) {
      if (permission === 'public') continue
      const isOfDevices = permission === 'pos.sync'
      for (const client of isOfDevices ? [office.api, admin] : [device]) {
        const answer = await client.send(method, at(path))
        expect([name, answer.status, answer.body.permission]).toEqual([name, 403, permission])
      }
    }
  })

  it('refuses organization owners on platform routes', async () => {
    for (const { method, path, name, permission } of routes) {
      if (permission !== 'super-admin') continue
      const answer = await office.api.send(method, at(path, office.organization.organizationId))
      expect([name, answer.status]).toEqual([name, 403])
    }
  })

  it('requires an organization and a visit for a SuperAdmin on routes of organizations', async () => {
    const { organizationId } = office.organization
    const inside = admin.with({ 'X-Organization-Id': organizationId })
    for (const { method, path, name } of routes.filter(isOfOrganization)) {
      const without = await admin.send(method, at(path))
      const isRequired = without.body.code === 'organization_required'
      expect([name, isRequired]).toEqual([name, !ALSO_ON_PLATFORM.includes(name)])
      if (isRequired) expect(without.status).toBe(400)
      const uninvited = await inside.send(method, at(path))
      expect([name, uninvited.status, uninvited.body.code]).toEqual([name, 403, 'visit_needed'])
    }
    const reading = await visit(admin, organizationId, { act: false })
    for (const { method, path, name } of routes.filter(isOfOrganization)) {
      if (method === 'GET') continue
      const answer = await reading.send(method, at(path))
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'visit_reads_only'])
    }
  })

  it('hides the records of another organization on every route', async () => {
    const { known, bodies } = await furnished()
    const addressed = routes.filter((each) => isOfOrganization(each) && each.path.includes('{'))
    const stands = new Map<string, Json>()
    const read = (path: string) => other.api.get(path)
    for (const { path } of addressed) {
      const one = path.replace(/(\{\w+\}).*/, '$1')
      if (one in SHOWN_ELSEWHERE) continue
      const address = at(one, must(known[one], `a record of ${one}, or its name in SHOWN_ELSEWHERE`))
      if (!one.includes('{productId}')) stands.set(address, done(await read(address)))
    }
    const picture = await pictureForm()
    const acting = await visit(admin, office.organization.organizationId)
    for (const { method, path, name } of addressed) {
      const one = path.replace(/(\{\w+\}).*/, '$1')
      if (one in SHOWN_ELSEWHERE) continue
      const id = must(known[one])
      const address = path
        .replace(/\{\w+\}/, id)
        .replace('{day}', '2026-01-31')
        .replace('{body}', 'first')
        .replaceAll(/\{\w+\}/g, newId())
      const body = method === 'PUT' ? ours(stands.get(at(one, id))) : bodies[name]
      for (const client of [office.api, acting]) {
        const answer = TAKE_PICTURES.includes(name)
          ? await client.with({ 'Content-Type': picture.type }).sendBytes(address, picture.bytes, method)
          : await client.send(method, address, body)
        expect([name, answer.status, answer.body.code]).toEqual([
          name,
          404,
          expect.stringMatching(/not_found$/),
        ])
      }
    }
    for (const [address, before] of stands) expect(done(await read(address))).toEqual(before)
  })

  it('refuses users limited to some stores on routes for all stores', async () => {
    const limited = await hireLimited()
    const closed = routes.filter(({ stores }) => stores === 'all')
    expect(closed.length).toBeGreaterThan(20)
    for (const { method, path, name } of closed) {
      const answer = await limited.send(method, at(path))
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'all_stores_needed'])
    }
  })

  it('hides the records of another store on every route', async () => {
    const { known, bodies } = await furnished()
    const limited = await hireLimited()
    const addressed = routes.filter(({ stores, path }) => stores === 'own' && path.includes('{'))
    expect(addressed.length).toBeGreaterThan(50)
    const picture = await pictureForm()
    for (const { method, path, name } of addressed) {
      const one = path.replace(/(\{\w+\}).*/, '$1')
      if (one in OF_STORES_SHOWN_ELSEWHERE) continue
      const id = must(known[one], `a record of ${one}, or its name in OF_STORES_SHOWN_ELSEWHERE`)
      const before = done(await other.api.get(at(one, id)))
      const address = path.replace(/\{\w+\}/, id).replace('{body}', 'first')
      const body = method === 'PUT' ? before : bodies[name]
      const answer = TAKE_PICTURES.includes(name)
        ? await limited.with({ 'Content-Type': picture.type }).sendBytes(address, picture.bytes, method)
        : await limited.send(method, address, body)
      // Employees are visible to all users, but only users with access to their stores can change them.
      const refusal = one.includes('/employees/') ? [403, 'permission_not_held'] : [404, 'not_found']
      if (name !== 'GET /api/organization/employees/{id}/invitation')
        expect([name, answer.status, answer.body.code]).toEqual([name, ...refusal])
      expect(done(await other.api.get(at(one, id)))).toEqual(before)
    }
  })

  it('returns no ids of other stores on routes without a store', async () => {
    const { known, ids } = await furnished()
    const limited = await hireLimited()
    let checked = 0
    for (const { method, path, name, stores } of routes) {
      if (stores !== 'none' || method !== 'GET') continue
      const one = path.replace(/(\{\w+\}).*/, '$1')
      if (path.includes('{') && !known[one]) continue
      const response = await limited.raw(at(path, known[one]))
      const text = await response.text()
      expect([name, ids.filter((id) => text.includes(id))]).toEqual([name, []])
      checked += response.status === 200 ? 1 : 0
    }
    expect(checked).toBeGreaterThan(30)
  })

  /** Hires a user with all permissions who is limited to a store without records. */
  async function hireLimited(): Promise<ApiClient> {
    const { organization, api } = other
    const permissions = PERMISSIONS.filter((permission) => permission !== 'pos.sync')
    const store = done(await api.post('/api/catalog/stores', { name: `Store ${newId()}` })).id
    const email = await hireAllowed(door, organization, `Limited ${newId()}`, permissions)
    await limitToStores(door, organization, email, [store])
    return signIn(door, email)
  }

  /**
   * Replaces the ids of the other organization in a body with those of the requesting one, so that the body
   * has no other error.
   */
  function ours(body: Json): Json {
    const pairs = (one: Office): string[] => {
      const { store, otherStore, supplier, tea, dollar, organization } = one
      const { retailPointId, priceTypeId, employeeId } = organization
      return [store, otherStore, supplier, tea, dollar, retailPointId, priceTypeId, employeeId]
    }
    const own = pairs(office)
    const text = pairs(other).reduce((json, id, i) => json.replaceAll(id, must(own[i])), JSON.stringify(body))
    return JSON.parse(text)
  }

  /** Records of the other organization by route, and valid request bodies for them. */
  let furnishing: ReturnType<typeof furnish> | undefined
  const furnished = () => {
    furnishing ??= furnish()
    return furnishing
  }
  async function furnish() {
    const { organization, api } = other
    const { documents, sale, uploaded, records, ids } = await work(
      door,
      other,
      organization.storeId,
      organization.retailPointId,
    )
    const made = async (path: string, body: object): Promise<string> => done(await api.post(path, body)).id
    const first = async (path: string): Promise<string> => done(await api.get(path)).items[0].id
    const group = await made('/api/catalog/product-groups', { name: 'Theirs' })
    const barcode = { value: '4006381333931', type: 'Ean13' }
    const product = await made('/api/catalog/products', { name: 'Theirs', barcodes: [barcode] })
    const currency = { name: 'Test', fullName: 'Test money', code: '963', isoCode: 'XTS', symbol: 'T' }
    const role = await made('/api/organization/employee-roles', { name: 'Theirs', permissions: ['pos.sell'] })
    const programId = await made('/api/loyalty/programs', { name: 'Theirs', kind: 'Bonus' })
    const known: Record<string, string> = {
      '/api/catalog/counterparties/{id}': other.supplier,
      '/api/catalog/countries/{id}': await made('/api/catalog/countries', {
        name: 'Nowhere',
        code: '999',
        alpha2: 'ZZ',
      }),
      '/api/catalog/currencies/{id}': await made('/api/catalog/currencies', { ...currency, rate: 2 }),
      '/api/catalog/price-types/{id}': organization.priceTypeId,
      '/api/catalog/product-groups/{id}': group,
      '/api/catalog/products/{id}': product,
      '/api/catalog/products/{productId}': product,
      '/api/catalog/products/by-barcode/{value}': barcode.value,
      '/api/catalog/retail-points/{id}': organization.retailPointId,
      '/api/catalog/stores/{id}': other.otherStore,
      '/api/devices/{id}': await first('/api/devices'),
      '/api/inventory/transfers/{id}': await made('/api/inventory/transfers', {
        ...other.header('/api/inventory/transfers'),
        lines: [{ productId: other.tea, quantity: 1 }],
      }),
      '/api/loyalty/cards/{id}': await made('/api/loyalty/cards/issue', { cardNumber: '1', programId }),
      '/api/loyalty/programs/{id}': programId,
      '/api/loyalty/vouchers/{id}': await made('/api/loyalty/vouchers/issue', { amount: 10 }),
      '/api/promotions/{id}': await made('/api/promotions', {
        name: 'Theirs',
        kind: 'PercentDiscount',
        effect: { percent: 5 },
      }),
      '/api/organization/employee-roles/{id}': role,
      '/api/organization/employees/{id}': await made('/api/organization/employees', {
        lastName: 'Theirs',
        roleId: role,
        email: 'theirs@shop.test',
      }),
      '/api/organization/shared-views/{id}': await made('/api/organization/shared-views', {
        key: 'products',
        name: 'Theirs',
        value: {},
      }),
      '/api/change-sets/{id}': await made('/api/change-sets', {
        kind: 'products',
        ids: [product],
        changes: { isArchived: true },
      }),
      '/api/sales/shifts/{id}': must(records.get('/api/sales/shifts')),
      '/api/sync/work-list/{id}': await first('/api/sync/work-list'),
      [`${SALES}/{id}`]: sale,
    }
    for (const [base, id] of documents) known[`${base}/{id}`] = id
    expect((await api.get(`${SALES}/${uploaded}`)).status).toBe(200)
    const bodies: Record<string, Json> = {
      'POST /api/catalog/currencies/{id}/rates': { day: '2026-01-31', rate: 3 },
      'PATCH /api/catalog/products/{id}/price': { retailPrice: 1 },
      'PATCH /api/devices/{id}': { name: 'Ours' },
      'POST /api/inventory/inventories/{id}/fill': { version: 1 },
      'POST /api/loyalty/cards/{id}/block': { reason: 'Ours' },
      'POST /api/loyalty/vouchers/{id}/block': { reason: 'Ours' },
      'POST /api/loyalty/cards/{id}/correct-points': { points: 1, reason: 'Ours' },
      'POST /api/organization/employees/{id}/remove-second-factor': { reason: 'Ours' },
      [`POST ${SALES}/{id}/review`]: { note: 'Ours' },
      'POST /api/sync/work-list/{id}/retry': { version: 1 },
      'POST /api/sync/work-list/{id}/settle': { version: 1, note: 'Ours' },
    }
    return { known, bodies, ids }
  }
})

const TAKE_PICTURES = [
  'POST /api/catalog/products/{productId}/images',
  'PUT /api/catalog/retail-points/{id}/logo',
]

async function pictureForm(): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const canvas = { width: 9, height: 9, channels: 3, background: '#fff' } as const
  const png = await sharp({ create: canvas }).png().toBuffer()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(png)], 'tea.png'))
  const request = new Request('http://hub', { method: 'POST', body: form })
  return {
    type: must(request.headers.get('Content-Type')),
    bytes: new Uint8Array(await request.arrayBuffer()),
  }
}
