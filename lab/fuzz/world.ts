import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import {
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  OWNER_PIN,
  signUp,
  type TestHub,
} from '#test/support/hub.ts'
import { hire, superAdmin } from '#test/support/people.ts'
import { Refused, Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import type { ActorName, Draft } from './draft.ts'
import { Known } from './known.ts'
import { agentOperations, hubOperations, type Operation } from './operations.ts'
import { Subject } from './subject.ts'
import type { Watch } from './watch.ts'

/** Time in ms for which a sign-in is reused. Access tokens expire after fifteen minutes. */
const SIGNED_IN_MS = 10 * 60_000
const READY_MS = 300_000

const HUB_SECRET = 'a secret of the tests that is long enough'

/** Hub and agent under attack, with two organizations and their records. */
export interface World extends AsyncDisposable {
  hub: Subject
  agent: Subject
  operations: Operation[]
  known: Known
  shop: Organization
  door: TestHub
  /** Text contained in the names of the other organization, which must never leak. */
  canary: string
  /** Ids of the other organization's records. */
  foreignIds: string[]
  /** Device of the running agent, which must not be revoked. */
  agentDeviceId: string
  /** Returns an active device. */
  device(): Promise<Device>
  /** Returns the credentials of an actor: valid tokens, or the cookie of a till. Each lane has separate ones. */
  headersOf(actor: ActorName, lane: number): Promise<[string, string][]>
  /** Protects the organizations of the run from being archived or deleted by a SuperAdmin. */
  spare(draft: Draft): void
  /** Forgets the sign-in of a refused actor, so that the actor signs in again. */
  forget(actor: ActorName): void
}

export interface FuzzedDatabase {
  /** Database URL of the hub's role. */
  databaseUrl: string
  /** Database URL of the owner of the tables. */
  ownerUrl: string
}

export async function openWorld({ databaseUrl, ownerUrl }: FuzzedDatabase, watch: Watch): Promise<World> {
  await using resources = new AsyncDisposableStack()
  const hub = resources.use(
    new Subject(
      'hub',
      {
        HUB_PORT: '0',
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '10',
        HUB_SECRET,
        PUBLIC_URL: 'http://hub.test',
        TRUST_PROXY: '1',
      },
      watch,
    ),
  )
  await hub.start()
  const door = entryPointOf(hub, ownerUrl)
  const shop = await signUp(door)
  const canary = `canary-${randomBytes(6).toString('hex')}`
  const other = await signUp(door, { organizationName: canary, lastName: canary })
  const foreignIds = await furnishOther(door, other, canary)

  await loosen(shop)
  const { body: pairing } = await shop.api.post(
    `/api/catalog/retail-points/${shop.retailPointId}/pairing-code`,
  )
  const agent = resources.use(
    new Subject('agent', { EDGE_PORT: '0', HUB_URL: hub.url, EDGE_PAIRING_CODE: pairing.code }, watch),
  )
  await agent.start()
  const products = [await createProduct(shop, BARCODED), await createProduct(shop)]
  const status = await until(
    'the agent has a catalog',
    async () => {
      const status = await new Till(() => agent.url).status()
      return status.download.products >= products.length && status
    },
    READY_MS,
  )

  const { body: description } = await shop.api.get('/openapi/v1/openapi.json')
  const known = new Known()
  for (const [name, value] of Object.entries(shop)) if (typeof value === 'string') known.keep(name, value)
  known.keep('code', BARCODED.barcodes[0]?.value)
  known.keep('value', BARCODED.barcodes[0]?.value)
  for (const secret of [OWNER_PASSWORD, HUB_SECRET, pairing.code]) watch.secrets.add(secret)
  const actors = new Actors(door, shop, other, agent, watch.secrets)
  const undo = resources.move()
  return {
    hub,
    agent,
    operations: [...hubOperations(description), ...agentOperations()],
    known,
    shop,
    door,
    canary,
    foreignIds,
    agentDeviceId: must(status.deviceId),
    device: () => actors.device(),
    headersOf: (actor, lane) => actors.headersOf(actor, lane),
    forget: (actor) => actors.forget(actor),
    spare: ({ operation, method, pathParameters }) => {
      if (method === 'GET' || !operation.path.startsWith('/api/super-admin/organizations/')) return
      for (const [name, id] of Object.entries(pathParameters))
        if ([shop.organizationId, other.organizationId].includes(String(id))) pathParameters[name] = newId()
    },
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  }
}

const BARCODED = { barcodes: [{ value: '4006381333931', type: 'Ean13' }] }

/** Enables everything that an organization can allow, because many operations could not succeed otherwise. */
async function loosen({ api, retailPointId }: Organization): Promise<void> {
  const change = async (path: string, members: object): Promise<void> => {
    const { id, createdAt, updatedAt, costMethod, ...editable } = (await api.get(path)).body
    const { status, body } = await api.put(path, { ...editable, ...members })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  }
  await change('/api/organization/settings', { allowNegativeStock: true })
  await change(`/api/catalog/retail-points/${retailPointId}`, {
    allowCustomPrice: true,
    allowReturnWithoutBasis: true,
    maxDiscountPercent: 100,
  })
}

/** Returns a test helper for the hub that connects through a socket. */
function entryPointOf(hub: Subject, ownerUrl: string): TestHub {
  const request = (path: RequestInfo | URL, init?: RequestInit) => fetch(new URL(String(path), hub.url), init)
  const connect = async () => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
  }
  return { hub: { request }, database: { ownerUrl, connect } } as unknown as TestHub
}

/** Creates records whose texts contain the canary. Returns their ids. */
async function furnishOther(door: TestHub, other: Organization, canary: string): Promise<string[]> {
  const { organizationId, storeId, retailPointId, priceTypeId, employeeId } = other
  const ids = [organizationId, storeId, retailPointId, priceTypeId, employeeId]
  const create = async (path: string, input: object): Promise<string> => {
    const { status, body } = await other.api.post(path, input)
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    ids.push(body.id)
    return body.id
  }
  const productId = await create('/api/catalog/products', { name: canary, retailPrice: 100 })
  await create('/api/catalog/product-groups', { name: canary })
  const counterpartyId = await create('/api/catalog/counterparties', { name: canary, kind: 'LegalEntity' })
  const lines = [{ productId, quantity: 5, price: 10 }]
  const supplyId = await create('/api/purchases/supplies', { storeId, counterpartyId, lines })
  await other.api.post(`/api/purchases/supplies/${supplyId}/post`)
  const device = await enrolDevice(door, other)
  ids.push(device.id)
  await device.upload([device.item(saleBody(other, [{ productId, name: canary }], { cashierName: canary }))])
  return ids
}

/** Callers of all kinds, signed in as needed. */
class Actors {
  readonly #door: TestHub
  readonly #shop: Organization
  readonly #other: Organization
  readonly #agent: Subject
  readonly #secrets: Set<string>
  readonly #signedIn = new Map<string, { headers: Promise<[string, string][]>; until: number }>()
  #device: Promise<Device> | undefined
  #tills = 0

  constructor(door: TestHub, shop: Organization, other: Organization, agent: Subject, secrets: Set<string>) {
    this.#secrets = secrets
    this.#door = door
    this.#shop = shop
    this.#other = other
    this.#agent = agent
  }

  device(): Promise<Device> {
    this.#device ??= this.#enrol()
    return this.#device
  }

  /** Enrolls a device. Retries when another lane has requested a newer pairing code, which invalidates this one. */
  async #enrol(tries = 5): Promise<Device> {
    try {
      return await enrolDevice(this.#door, this.#shop)
    } catch (error) {
      if (tries === 0) throw error
      return this.#enrol(tries - 1)
    }
  }

  forget(actor: ActorName): void {
    for (const key of this.#signedIn.keys()) if (key.startsWith(actor)) this.#signedIn.delete(key)
    if (actor === 'device') this.#device = undefined
  }

  headersOf(actor: ActorName, lane: number): Promise<[string, string][]> {
    const key = actor === 'till' ? `till ${lane}` : actor
    const known = this.#signedIn.get(key)
    if (known && known.until > Date.now()) return known.headers
    const headers = this.#signIn(actor)
    this.#signedIn.set(key, { headers, until: Date.now() + SIGNED_IN_MS })
    headers.catch(() => this.#signedIn.delete(key))
    return headers
  }

  async #signIn(actor: ActorName): Promise<[string, string][]> {
    const bearer = (headers: Record<string, string>): [string, string][] => Object.entries(headers)
    switch (actor) {
      case 'nobody':
        return []
      case 'till':
        return this.#signInAtTill()
      case 'owner':
        return this.#bearer(this.#shop.email)
      case 'other':
        return this.#bearer(this.#other.email)
      case 'cashier':
        return bearer((await hire(this.#door, this.#shop, 'Cashier')).headers)
      case 'super-admin':
        return bearer((await superAdmin(this.#door, this.#shop)).headers)
      case 'device': {
        const { credentials } = await this.device()
        return this.#token({ grant_type: 'client_credentials', ...credentials })
      }
    }
  }

  #bearer(username: string): Promise<[string, string][]> {
    return this.#token({ grant_type: 'password', username, password: OWNER_PASSWORD })
  }

  async #token(form: Record<string, string>): Promise<[string, string][]> {
    const { status, body } = await new ApiClient(this.#door).token(form)
    if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`)
    for (const secret of [body.access_token, body.refresh_token, form.client_secret])
      if (secret) this.#secrets.add(secret)
    return [['Authorization', `Bearer ${body.access_token}`]]
  }

  async #signInAtTill(): Promise<[string, string][]> {
    this.#tills += 1
    const tillId = `till-${String(this.#tills).padStart(4, '0')}`
    const till = new Till(() => this.#agent.url, tillId)
    await signInAfterGuesses(till, this.#shop.employeeId)
    for (const pair of till.cookie.split('; ')) this.#secrets.add(must(pair.split('=')[1]))
    return [
      ['X-Till-Id', tillId],
      ['Cookie', till.cookie],
    ]
  }
}

/** Signs in, waiting while wrong PINs from other requests block this cashier for seconds. */
async function signInAfterGuesses(till: Till, cashierId: string): Promise<void> {
  await until('the cashier may sign in', async () => {
    try {
      await till.signIn(cashierId, OWNER_PIN)
      return true
    } catch (error) {
      if (error instanceof Refused && error.code === 'too_many_attempts') return false
      throw error
    }
  })
}
