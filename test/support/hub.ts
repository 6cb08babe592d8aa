import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { HubConfig } from '#hub/config/config.ts'
import { type RunningHub, startHub } from '#hub/hub.ts'
import type { SignedUp } from '#shared/contracts/account/auth.ts'
import { must } from '#shared/std/must.ts'
import { createTestFolder } from './folders.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

export const OWNER_PASSWORD = 'correct horse battery'
export const OWNER_PIN = '4711'

export interface TestHub extends AsyncDisposable {
  hub: RunningHub
  database: TestDatabase
  config: HubConfig
}

/** Starts a hub with a separate database on a free port. */
export async function startTestHub(overrides: Partial<HubConfig> = {}): Promise<TestHub> {
  const resources = new AsyncDisposableStack()
  const database = resources.use(await createTestDatabase())
  const folder = resources.use(createTestFolder())
  const config: HubConfig = {
    host: '127.0.0.1',
    port: 0,
    dataDir: folder.path,
    databaseUrl: database.hubUrl,
    databasePoolSize: 10,
    publicUrl: 'http://hub.test',
    secret: 'a secret of the tests that is long enough',
    trustedProxies: 1,
    metricsToken: undefined,
    runsJobs: true,
    files: undefined,
    logLevel: 'silent',
    // Speeds up periodic work, because some tests wait for several rounds.
    pace: 0.2,
    ...overrides,
  }
  const door: TestHub = {
    hub: await startHub(config, pino({ level: config.logLevel })),
    database,
    config,
    [Symbol.asyncDispose]: async () => {
      await door.hub.stop()
      await resources.disposeAsync()
    },
  }
  return door
}

/** Starts a hub shared by all tests of a file. */
export function useHub(overrides: Partial<HubConfig> = {}): TestHub {
  let started: TestHub | undefined
  beforeAll(async () => {
    started = await startTestHub(overrides)
  })
  afterAll(() => started?.[Symbol.asyncDispose]())
  return {
    get hub() {
      return must(started).hub
    },
    get database() {
      return must(started).database
    },
    get config() {
      return must(started).config
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
}

type Door = { hub: RunningHub }

interface SentFile {
  name?: string
  /** Name of the form field of the file. */
  part?: string
  method?: string
}

/** A client of the API with a base URL and, after signing in, a token. */
export class ApiClient {
  readonly #door: Door
  readonly #headers: Record<string, string>

  constructor(door: Door, token?: string, headers: Record<string, string> = {}) {
    this.#door = door
    this.#headers = { ...(token && { Authorization: `Bearer ${token}` }), ...headers }
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#headers
  }

  with(headers: Record<string, string>): ApiClient {
    return new ApiClient(this.#door, undefined, { ...this.#headers, ...headers })
  }

  get = (path: string): Promise<Answer> => this.send('GET', path)
  delete = (path: string): Promise<Answer> => this.send('DELETE', path)
  post = (path: string, body?: unknown): Promise<Answer> => this.send('POST', path, body)
  put = (path: string, body?: unknown): Promise<Answer> => this.send('PUT', path, body)
  patch = (path: string, body?: unknown): Promise<Answer> => this.send('PATCH', path, body)

  sendBytes = (path: string, bytes: Uint8Array<ArrayBuffer>, method = 'POST'): Promise<Answer> =>
    this.#request(method, path, bytes)

  /** Sends a file as multipart form data, like a form on a page. */
  async sendFile(
    path: string,
    content: Uint8Array | string,
    { name = 'file.bin', part = 'file', method = 'POST' }: SentFile = {},
  ): Promise<Answer> {
    const form = new FormData()
    // The declared type is wrong on purpose: the hub must ignore it.
    form.append(part, new File([Buffer.from(content)], name, { type: 'text/html' }))
    const { headers, body } = new Response(form)
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    return this.with({ 'Content-Type': must(headers.get('Content-Type')) }).sendBytes(path, bytes, method)
  }

  /** Sends a request. A string body is sent unchanged, and any other body as JSON. */
  send(method: string, path: string, body?: unknown): Promise<Answer> {
    const isText = typeof body === 'string' || body === undefined
    return this.#request(method, path, isText ? body : JSON.stringify(body))
  }

  async #request(method: string, path: string, body: BodyInit | undefined): Promise<Answer> {
    const response = await this.#door.hub.request(path, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...this.#headers },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const isJson =
      /json/.test(response.headers.get('Content-Type') ?? '') &&
      !/ndjson/.test(response.headers.get('Content-Type') ?? '')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  /** Sends a GET request whose response body the caller reads. */
  async raw(path: string): Promise<Response> {
    return this.#door.hub.request(path, { headers: this.#headers })
  }

  async token(form: Record<string, string>): Promise<Answer> {
    return this.with({ 'Content-Type': 'application/x-www-form-urlencoded' }).send(
      'POST',
      '/~/connect/token',
      new URLSearchParams(form).toString(),
    )
  }
}

let organizations = 0

export interface Organization extends SignedUp {
  email: string
  /** Client of the signed-in owner. */
  api: ApiClient
}

/** Creates an organization with a signed-in owner whose email address is verified. */
export async function signUp(
  door: TestHub,
  overrides: Record<string, unknown> = {},
  address?: string,
): Promise<Organization> {
  const made = await signUpUnproved(door, overrides, address)
  // Replaces following the link in the mail, which test/hub/account/address.test.ts tests.
  await using owner = await door.database.connect()
  await owner.query('UPDATE accounts SET email_verified_at = now() WHERE email = $1', [made.email])
  return made
}

/** Creates an organization with a signed-in owner whose email address is not verified. */
export async function signUpUnproved(
  door: Door,
  overrides: Record<string, unknown> = {},
  // Each sign-up uses a separate IP address, like real ones.
  address = `10.0.${(organizations + 1) >> 8}.${(organizations + 1) & 255}`,
): Promise<Organization> {
  organizations += 1
  const input = {
    organizationName: `Shop ${organizations}`,
    email: `owner-${process.pid}-${organizations}@shop.test`,
    password: OWNER_PASSWORD,
    lastName: 'Owner',
    country: 'KZ',
    posPin: OWNER_PIN,
    ...overrides,
  }
  const client = new ApiClient(door).with({ 'X-Forwarded-For': address })
  const made = await client.post('/api/auth/signup', input)
  if (made.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(made.body)}`)
  const { email, password } = input
  const token = await client.token({ grant_type: 'password', username: email, password })
  return { ...(made.body as SignedUp), email, api: new ApiClient(door, token.body.access_token) }
}
