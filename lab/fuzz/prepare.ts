import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { REPLICA_FORMAT } from '#shared/replica/schema.ts'
import { newId } from '#shared/std/ids.ts'
import { SaleBody } from '#shared/sync/sale.ts'
import { CashMovementBody, ShiftClosedBody, ShiftOpenedBody, TillEventBody } from '#shared/sync/shift.ts'
import { addFactor, codeOf } from '#test/support/authenticator.ts'
import { saleBody } from '#test/support/device.ts'
import { ApiClient, OWNER_PASSWORD, OWNER_PIN } from '#test/support/hub.ts'
import type { Random } from '#test/support/random.ts'
import { BOUNDARY, type Draft, render, validDraft } from './draft.ts'
import { goodFile } from './files.ts'
import { type Tree, writeJson } from './json-text.ts'
import { collectionOf } from './known.ts'
import { mutate } from './mutations/mutate.ts'
import { nameOf } from './operations.ts'
import type { Caller, Members, Preparation } from './preparation.ts'
import { leaveTraining, TILL_PREPARATIONS } from './prepare-till.ts'
import { choicesOf, resolve, type Schema, typesOf } from './schema.ts'
import { ORGANIZATIONS, spendAccount, spendColleague, spendOrganization, spendVisit } from './spend.ts'
import { validValue } from './valid-value.ts'
import type { World } from './world.ts'

/**
 * Usually removes the packs, because the schema cannot express that the unit of a pack must be enabled and
 * differ from that of the product.
 */
function seldomPacked({ body }: Draft, random: Random): void {
  if (random.chance(0.8)) delete (body as Members).packs
}

function nameIdsOrFilter({ body }: Draft, _world: unknown, random: Random): void {
  const members = body as Members
  if ('ids' in members && 'filter' in members) delete members[random.pick(['ids', 'filter'])]
}

/** Operations that never succeed in a run, with the reason. */
export const CLOSED: Record<string, string> = {
  'POST /api/till/v1/enrol': 'the agent is enrolled already',
  // Covered by test/hub/sales/receipts-online.test.ts.
  'GET /r/{token}': 'no sale of the run has a page of its own',
  // Covered by test/hub/jobs/tracked-jobs.test.ts.
  'GET /api/admin/jobs/{id}': 'files of the run are too small to be imported in the background',
  'POST /api/admin/jobs/{id}/cancel': 'the same',
  'POST /api/admin/jobs/{id}/retry': 'the same',
  'POST /api/change-sets/{id}/undo': 'the job that applies it may not have ended',
  'POST /api/auth/forgot-password': 'there is no mail server',
  'POST /api/auth/reset-password': 'there is no mail server, so no link',
  'POST /api/auth/invitation': 'there is no mail server, so no link',
  'POST /api/auth/accept-invitation': 'there is no mail server, so no link',
  'POST /api/auth/confirm-address': 'there is no mail server, so no link',
  'POST /api/me/address/confirm': 'there is no mail server, so no link',
  'POST /api/me/address/send': 'the address is proved',
  'POST /api/organization/employees/{id}/invitation': 'there is no mail server',
  'GET /api/organization/employees/{id}/invitation': 'nobody is invited',
  'DELETE /api/organization/employees/{id}/invitation': 'nobody is invited',
  'POST /api/auth/signup/invitation': 'there is no mail server, so no link',
  'POST /api/super-admin/sign-up-invitations': 'there is no mail server',
  'POST /api/super-admin/sign-up-invitations/{id}/send': 'nobody is invited',
  'DELETE /api/super-admin/sign-up-invitations/{id}': 'nobody is invited',
  'POST /api/super-admin/platform-settings/test-send': 'there is no mail server',
  'DELETE /api/admin/cleanup/all': 'nobody writes out the name',
  'POST /api/admin/cleanup/all/async': 'the same',
  'DELETE /api/admin/cleanup/counterparties': 'the same',
  'PUT /api/organization/messenger/bind': 'there is no bot',
  'POST /api/organization/messenger/test': 'no chat is bound',
  'POST /api/admin/extsys/test': 'nothing is connected',
  'POST /api/admin/extsys/import-counterparties': 'nothing is connected',
  'POST /api/admin/extsys/import-products': 'nothing is connected',
  'GET /api/org/export/download/{token}': 'nobody guesses a link',
  'POST /api/organization/employees/{id}/remove-second-factor': 'no employee has a second factor',
  'POST /api/super-admin/organizations/{orgId}/employees/{id}/remove-second-factor': 'the same',
  'POST /api/organization/ownership-offer': 'the owner stays',
  'DELETE /api/organization/ownership-offer': 'nobody is offered anything',
  'POST /api/me/ownership-offer/accept': 'the same',
  'DELETE /api/me/ownership-offer': 'the same',
  'POST /api/me/passkeys': 'no device makes one',
  'GET /api/till/v1/pictures/{key}': 'no product of the run has a picture',
  'POST /api/till/v1/approvals': 'who is at the till may do everything: nobody lifts anything for them',
  'DELETE /api/me/passkeys/{id}': 'no device has made one',
  'PATCH /api/me/passkeys/{id}': 'no device has made one',
  'GET /api/auth/external/{provider}': 'there is no provider',
  'GET /api/auth/external/callback': 'there is no provider',
  'POST /api/me/identities': 'there is no provider, so no code',
  'DELETE /api/me/identities/{id}': 'there is no provider, so no identity',
  'POST /api/super-admin/organizations/{orgId}/employees/{id}/reset-password': 'there is no mail server',
}

/**
 * Preparations for requirements that a schema cannot express, such as a code valid for one agent, or matching
 * hashes. Requests of other operations are generated from their schemas alone.
 */
const PREPARATIONS: Record<string, Preparation> = {
  'POST /api/auth/signup': (draft) => {
    // There are no invitations.
    delete (draft.body as Members).invitationToken
    Object.assign(draft.body as Members, {
      email: `fuzz-${newId()}@shop.test`,
      password: OWNER_PASSWORD,
      timeZone: 'Asia/Almaty',
    })
  },
  'POST /~/connect/token': async (draft, world, random) => {
    const { credentials } = await world.device()
    const username = world.shop.email
    const refresh_token = world.known.find('refresh_token', random)
    const grants: Members[] = [
      { grant_type: 'password', username, password: OWNER_PASSWORD },
      { grant_type: 'client_credentials', ...credentials },
      ...(typeof refresh_token === 'string' ? [{ grant_type: 'refresh_token', refresh_token }] : []),
    ]
    draft.body = random.pick(grants)
  },
  'POST /api/me/sessions/revoke-all': spendAccount,
  'DELETE /api/me/sessions/{id}': async (draft, world) => {
    const api = await spendAccount(draft, world)
    draft.pathParameters.id = (await api.get('/api/me/sessions')).body.items[0].id
  },
  'POST /api/me/change-password': async (draft, world) => {
    await spendAccount(draft, world)
    Object.assign(draft.body as Members, {
      currentPassword: OWNER_PASSWORD,
      newPassword: 'seven green bottles',
    })
  },
  'POST /api/me/2fa/enroll': spendAccount,
  'POST /api/me/2fa/verify': async (draft, world) => {
    const api = await spendAccount(draft, world)
    const { body } = await api.post('/api/me/2fa/enroll')
    Object.assign(draft.body as Members, { code: codeOf(body.secret) })
  },
  'POST /api/me/2fa/recovery-codes': async (draft, world) => {
    const { secret } = await addFactor(await spendAccount(draft, world))
    Object.assign(draft.body as Members, { code: codeOf(secret, 30) })
  },
  'POST /api/me/2fa/disable': async (draft, world) => {
    const { secret } = await addFactor(await spendAccount(draft, world))
    Object.assign(draft.body as Members, { password: OWNER_PASSWORD, code: codeOf(secret, 30) })
  },
  'POST /api/me/step-up': async (draft, world) => {
    await spendAccount(draft, world)
    draft.body = { password: OWNER_PASSWORD }
  },
  'POST /api/pos/v1/enrol': async (draft, world) => {
    const path = `/api/catalog/retail-points/${world.shop.retailPointId}/pairing-code`
    const { body } = await new ApiClient(world.door)
      .with(Object.fromEntries(await world.headersOf('owner', 0)))
      .post(path)
    Object.assign(draft.body as Members, { pairingCode: body.code, agentVersion: '0.1.0' })
  },
  'POST /api/pos/v1/sales': prepareUpload,
  'GET /api/pos/v1/products/{id}': (draft, { known }, random) => {
    draft.pathParameters.id = String(known.find('productId', random))
  },
  'POST /api/loyalty/programs': prepareProgram,
  'PUT /api/loyalty/programs/{id}': prepareProgram,
  'POST /api/loyalty/cards/issue': async (draft, _world, _random, { ask }) => {
    const { body } = await ask('/api/loyalty/programs', 'POST', { name: newId(), kind: 'Bonus' })
    const { id } = body as { id: string }
    Object.assign(draft.body as Members, { programId: id, customerId: null, cardNumber: newId() })
  },
  'GET /api/loyalty/cards/lookup': async (draft, _world, _random, { ask }) => {
    const { body } = await ask('/api/loyalty/programs', 'POST', { name: newId(), kind: 'Bonus' })
    const cardNumber = newId()
    await ask('/api/loyalty/cards/issue', 'POST', { programId: (body as { id: string }).id, cardNumber })
    draft.query = [['cardNumber', cardNumber]]
  },
  'POST /api/loyalty/cards/{id}/correct-points': (draft) => {
    Object.assign(draft.body as Members, { points: 10 })
  },
  'POST /api/loyalty/vouchers/issue': (draft) => {
    Object.assign(draft.body as Members, { number: newId(), amount: 10 })
  },
  'POST /api/promotions': preparePromotion,
  'PUT /api/promotions/{id}': preparePromotion,
  'POST /api/promotions/try-out': (draft) => {
    preparePromotion(draft)
    draft.query = []
  },
  'POST /api/sales/retail': (draft) => {
    const body = draft.body as Members
    const lines = (body.lines as Members[] | undefined) ?? []
    for (const line of lines)
      Object.assign(line, {
        quantity: 2,
        price: 100,
        discountAmount: null,
        discountPercent: null,
        originalLineId: null,
      })
    body.lines = lines
    body.payments = lines.length > 0 ? [{ type: 'Cash', amount: lines.length * 200 }] : []
  },
  // Otherwise sign-ups would be closed, and mails would be sent to unknown hosts.
  ...Object.fromEntries(
    ['GET', 'PUT', 'DELETE'].map((method) => [`${method} ${ORGANIZATIONS}/{id}`, spendOrganization]),
  ),
  ...Object.fromEntries(
    ['archive', 'restore', 'change-owner'].map((verb) => [
      `POST ${ORGANIZATIONS}/{id}/${verb}`,
      spendOrganization,
    ]),
  ),
  [`POST ${ORGANIZATIONS}`]: (draft) => {
    const owner = { email: `fuzz-${newId()}@shop.test`, lastName: 'Owner', firstName: null }
    Object.assign(draft.body as Members, { owner, timeZone: 'Asia/Almaty' })
  },
  ...Object.fromEntries(
    ['GET', 'POST'].map((method) => [`${method} ${ORGANIZATIONS}/{orgId}/employees`, spendColleague]),
  ),
  ...Object.fromEntries(
    ['GET', 'PUT', 'DELETE'].map((method) => [
      `${method} ${ORGANIZATIONS}/{orgId}/employees/{id}`,
      spendColleague,
    ]),
  ),
  ...Object.fromEntries(
    ['toggle-active', 'account/toggle-active', 'reset-password'].map((verb) => [
      `POST ${ORGANIZATIONS}/{orgId}/employees/{id}/${verb}`,
      spendColleague,
    ]),
  ),
  [`GET ${ORGANIZATIONS}/{orgId}/visits`]: spendVisit,
  [`POST ${ORGANIZATIONS}/{orgId}/visits`]: spendVisit,
  [`DELETE ${ORGANIZATIONS}/{orgId}/visits/{id}`]: spendVisit,
  'PUT /api/super-admin/settings': (draft) => {
    Object.assign(draft.body as Members, { signUp: 'Open', maxRequestsPerMinute: null })
  },
  'PUT /api/super-admin/platform-settings': (draft) => {
    Object.assign(draft.body as Members, {
      mail: null,
      signOn: [],
      messengerToken: null,
      backedUpKeyId: null,
    })
  },
  'PUT /api/admin/extsys/settings': (draft) => {
    // No external service may be called.
    Object.assign(draft.body as Members, { authKind: 'Token', login: null, secret: null })
  },
  'PUT /api/organization/fiscal': (draft) => {
    // No external service may be called.
    Object.assign(draft.body as Members, { cashBox: { provider: 'None' }, retailPoints: [] })
  },
  'PUT /api/organization/settings': (draft, _world, random) => {
    // Otherwise every user would need a second factor.
    Object.assign(draft.body as Members, { secondFactorRoleIds: [] })
    // Otherwise most postings would soon be refused.
    if (random.chance(0.9))
      Object.assign(draft.body as Members, { allowNegativeStock: true, closedUntil: null })
  },
  'POST /api/organization/ownership-offer': (draft) => {
    Object.assign(draft.body as Members, { employeeId: newId() })
  },
  'POST /api/catalog/products/bulk-update': nameIdsOrFilter,
  'POST /api/change-sets': nameIdsOrFilter,
  'POST /api/change-sets/{id}/apply': nameFirst('/api/change-sets', ({ state }) => state === 'Previewed'),
  'POST /api/change-sets/{id}/undo': nameFirst('/api/change-sets', ({ state }) => state === 'Applied'),
  'DELETE /api/change-sets/{id}': nameFirst('/api/change-sets', ({ state }) => state === 'Previewed'),
  'POST /api/catalog/units-of-measure/{id}/enable': async (draft, _world, random, { ask }) => {
    const { body } = await ask('/api/catalog/units-of-measure?isEnabled=false&pageSize=100')
    const { items = [] } = body as { items?: { id: string }[] }
    if (items.length > 0) draft.pathParameters.id = random.pick(items).id
  },
  'PUT /api/organization/employees/{id}': (draft, { shop }) => {
    // Otherwise the owner could not sign in at the till any more.
    if (draft.pathParameters.id === shop.employeeId)
      Object.assign(draft.body as Members, { posPin: OWNER_PIN, retailPointIds: [], storeIds: [] })
  },
  'POST /api/catalog/countries': nameCountry,
  'PUT /api/catalog/countries/{id}': nameCountry,
  'POST /api/catalog/counterparties': identify,
  'PUT /api/catalog/counterparties/{id}': identify,
  'POST /api/catalog/products': (draft, _world, random) => {
    // Only one of the two price members may be given.
    delete (draft.body as Members).retailPrice
    seldomPacked(draft, random)
  },
  'PUT /api/catalog/products/{id}': (draft, _world, random) => seldomPacked(draft, random),
  'DELETE /api/catalog/currencies/{id}/rates/{day}': async (draft, _world, random, { ask }) => {
    const { body } = await ask('/api/catalog/currencies?pageSize=100')
    const { items = [] } = body as { items?: { id: string; isAccounting?: boolean }[] }
    const day = `2026-03-${random.between(10, 28)}`
    for (const { id } of items.toReversed()) {
      const { status } = await ask(`/api/catalog/currencies/${id}/rates`, 'POST', {
        day,
        rate: 480,
        multiplicity: 1,
      })
      if (status >= 300) continue
      Object.assign(draft.pathParameters, { id, day })
      return
    }
  },
  'POST /api/inventory/inventories/{id}/fill': async (draft, { shop }, _random, { ask }) => {
    const sheet = { storeId: shop.storeId, scope: 'Partial', lines: [] }
    const { body } = await ask('/api/inventory/inventories', 'POST', sheet)
    const { id, version } = body as { id?: string; version?: number }
    if (id === undefined || version === undefined) return
    draft.pathParameters.id = id
    draft.body = { version }
  },
  'POST /api/catalog/retail-points': (draft) => {
    delete (draft.body as Members).cashRoundingStep
  },
  'GET /api/admin/jobs/{id}': nameFirst('/api/admin/jobs/recent'),
  'POST /api/admin/jobs/{id}/cancel': nameFirst('/api/admin/jobs/recent'),
  'POST /api/admin/jobs/{id}/retry': nameFirst('/api/admin/jobs/recent?status=Canceled'),
  'POST /api/sales/retail/{id}/review': nameFirst('/api/sales/retail?needsReview=true'),
  'GET /api/sync/work-list/{id}/bodies/{body}': async (draft, world, random, caller) => {
    const device = await world.device()
    await device.upload([device.item({ id: newId() })])
    await nameFirst('/api/sync/work-list?kind=quarantined')(draft, world, random, caller)
    if (random.chance(0.7)) draft.pathParameters.body = 'first'
  },
  'POST /api/sync/work-list/{id}/retry': nameFirst('/api/sync/work-list?kind=quarantined'),
  'POST /api/sync/work-list/{id}/settle': nameFirst('/api/sync/work-list'),
  'POST /api/pos/v1/audit-seals': (draft) => {
    draft.body = { isFirst: true, isLast: true, seals: [] }
  },
  'GET /api/pos/v1/sync/snapshot': (draft) => {
    draft.query = [['format', String(REPLICA_FORMAT)]]
  },
  ...TILL_PREPARATIONS,
}

/** Returns a preparation that selects a random applicable item of a list. */
function nameFirst(list: string, fits: (item: { state?: string }) => boolean = () => true): Preparation {
  return async (draft, _world, random, { ask }) => {
    const { body } = await ask(list)
    const { items: all = [] } = body as { items?: { id: string; version?: number; state?: string }[] }
    const items = all.filter(fits)
    if (items.length === 0) return
    const { id, version } = random.pick(items)
    draft.pathParameters.id = id
    if (version !== undefined && draft.body instanceof Object && 'version' in draft.body)
      Object.assign(draft.body as Members, { version })
  }
}

/** Changes a draft that is valid by its schemas so that the request should succeed. */
export async function prepare(draft: Draft, world: World, random: Random, caller: Caller): Promise<void> {
  const { operation } = draft
  if (draft.contentType === 'multipart/form-data' || draft.contentType === 'text/csv') {
    draft.file = goodFile(operation.path, random)
    if (draft.contentType === 'multipart/form-data') draft.contentType += `; boundary=${BOUNDARY}`
  }
  await takeOwnRecord(draft, world, random, caller)
  await beginFromCurrent(draft, world, random, caller)
  if (operation.side === 'agent') await leaveTraining(caller)
  await PREPARATIONS[nameOf(operation)]?.(draft, world, random, caller)
  const address = operation.path.startsWith('/api/')
    ? undefined
    : world.known.findAddress(operation.path, random)
  if (address !== undefined) draft.path = address
  if (operation.path === '/api/devices/{id}/revoke' && draft.pathParameters.id === world.agentDeviceId)
    draft.pathParameters.id = (await world.device()).id
}

/** Selects a record of the run that nothing refers to, so that it can be changed, deleted or posted. */
async function takeOwnRecord(draft: Draft, world: World, random: Random, caller: Caller): Promise<void> {
  const { operation } = draft
  const isReading = operation.method === 'GET'
  if (
    !operation.path.includes('{') ||
    !random.chance(isReading ? 0.1 : operation.method === 'DELETE' ? 0.9 : 0.5)
  )
    return
  const collection = collectionOf(operation.path)
  const creates = [collection, `${collection}/issue`]
  const create = world.operations.find(({ method, path }) => method === 'POST' && creates.includes(path))
  if (!create) return
  const made = validDraft(create, world.known, random)
  await prepare(made, world, random, caller)
  const { status, body } = await caller.send(made)
  const { id } = body as { id?: unknown }
  const last = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1]
  if (status !== 201 || typeof id !== 'string' || last === undefined) return
  Object.assign(draft.pathParameters, made.pathParameters, { [last]: id })
  const isPosted = /\/(unpost|create-return)$/.test(operation.path)
  if (isPosted) await caller.ask(`${create.path}/${id}/post`, 'POST')
}

/** Bases an update on the current record: most members are sent back as read, including the version. */
async function beginFromCurrent(draft: Draft, world: World, random: Random, { ask }: Caller): Promise<void> {
  const { operation, schema, body } = draft
  const wantsVersion = schema?.properties?.version !== undefined
  if (!wantsVersion || typeof body !== 'object' || body === null) return
  const base = operation.path.replace(/\/(retry|settle)$/, '')
  if (!world.operations.some(({ method, path }) => method === 'GET' && path === base)) return
  const { path } = render({ ...draft, operation: { ...operation, path: base }, query: [] })
  const current = await ask(path)
  if (current.status !== 200) return
  const read = current.body as Members
  const made = body as Members
  for (const name of Object.keys(schema?.properties ?? {})) {
    const isTaken = name in read && isOfType(resolve(draft.document, schema?.properties?.[name]), read[name])
    if (isTaken && (name === 'version' || random.chance(0.75))) made[name] = read[name] as Tree
  }
  onlyTaken(made, draft)
}

function isOfType(schema: Schema, value: unknown): boolean {
  const types = [schema, ...choicesOf(schema)].flatMap(typesOf)
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return types.length === 0 || types.includes(type) || (type === 'number' && types.includes('integer'))
}

/** Removes members of lines that are read-only. */
function onlyTaken(made: Members, { document, schema }: Draft): void {
  for (const [name, value] of Object.entries(made)) {
    const member = schema?.properties?.[name]
    if (!Array.isArray(value) || !member) continue
    const items = resolve(document, resolve(document, member).items)
    const taken = items.properties
    if (!taken) continue
    made[name] = value.map((item) =>
      typeof item === 'object' && item !== null
        ? Object.fromEntries(Object.entries(item).filter(([key]) => key in taken))
        : item,
    ) as Tree
  }
}

/* Bodies of records uploaded by tills. */

const BODIES: Record<string, z.ZodType> = {
  sale: SaleBody,
  shift_opened: ShiftOpenedBody,
  shift_closed: ShiftClosedBody,
  cash_movement: CashMovementBody,
  till_event: TillEventBody,
}
const schemas = new Map(
  Object.entries(BODIES).map(([type, body]) => [
    type,
    z.toJSONSchema(body, { io: 'input', reused: 'inline' }) as Schema,
  ]),
)

/** Sets an unused random number and unused letters for a country. */
function nameCountry(draft: Draft, _world: World, random: Random): void {
  Object.assign(draft.body as Members, { code: String(random.between(100, 999)), alpha2: 'XA' })
}

/**
 * Removes identification numbers with a required format, and members that apply only to persons or only to
 * companies.
 */
function identify(draft: Draft): void {
  const body = draft.body as Members
  for (const member of ['taxId', 'kpp', 'ogrn', 'okpo', 'birthDate', 'sex', 'bankAccounts'])
    delete body[member]
}

async function prepareUpload(draft: Draft, world: World, random: Random): Promise<void> {
  const device = await world.device()
  const count = random.pick([1, 1, 1, 2, 5])
  const items = Array.from({ length: count }, () => {
    const type = random.weighted([
      ['sale', 6],
      ...[...schemas.keys()].map((type) => [type, 1] as [string, number]),
    ])
    const schema = schemas.get(type)
    const ground = { document: schema ?? {}, known: world.known, random }
    const productId = world.known.find('productId', random) as string
    const made =
      type === 'sale' && random.chance(0.7)
        ? saleBody(world.shop, [{ productId, quantity: random.between(1, 3) }])
        : validValue(ground, schema)
    const inner: Draft = {
      ...draft,
      body: made as Tree,
      schema,
      document: schema ?? {},
      contentType: 'application/json',
      mutations: [],
    }
    Object.assign(inner.body as Members, { id: newId() })
    if (random.chance(0.4)) mutate(inner, random, world, 'values')
    if (inner.mutations.length > 0) draft.mutations.push(`in an item: ${inner.mutations.join(', ')}`)
    const text = inner.bytes ?? writeJson(inner.body ?? null)
    return device.item(Buffer.from(text, 'latin1').toString('utf8'), {
      type,
      id: String((made as Members).id ?? newId()),
    })
  })
  const { chains } = draft.body as Members
  draft.body = {
    sales: items as unknown as Tree[],
    ...(chains !== undefined && random.chance(0.2) && { chains }),
  }
  if (random.chance(0.3)) {
    draft.bytes = gzipSync(Buffer.from(writeJson(draft.body), 'latin1')).toString('latin1')
    draft.headers.push(['Content-Encoding', 'gzip'])
  }
}

function prepareProgram(draft: Draft): void {
  const period = { startsAt: null, endsAt: null, isDefault: false }
  Object.assign(draft.body as Members, { name: newId(), kind: 'Bonus', levels: [], ...period })
}

function preparePromotion(draft: Draft): void {
  const period = { startsAt: null, endsAt: null, timeFrom: null, timeTo: null, maxPerReceipt: null }
  const everywhere = { storeIds: [], retailPointIds: [], programIds: [], conditions: {} }
  const what = { kind: 'PercentDiscount', effect: { percent: 10 } }
  Object.assign(draft.body as Members, period, everywhere, what)
}
