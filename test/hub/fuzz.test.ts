import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type Answer, ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, superAdmin } from '#test/support/people.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, walked freely
type Schema = any

interface Operation {
  method: string
  path: string
  permission: string
  query: string[]
  body: Schema
}

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

/** Invalid and unusual values as JSON text, because some of them have no other representation. */
const ODD_VALUES = [
  'null',
  'true',
  '-1',
  '0.12345',
  '2147483648',
  '9007199254740991',
  '1e308',
  '1e999',
  '""',
  '"x"',
  '"\\ud800"',
  '"a\\u0000b"',
  '"0000-01-01T00:00:00Z"',
  '"0001-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59.999Z"',
  '"0001-01-01"',
  '"9999-12-31"',
  JSON.stringify(`2026-01-01T00:00:00.${'1'.repeat(300)}Z`),
  '"00000000-0000-0000-0000-000000000000"',
  JSON.stringify('ы'.repeat(20_000)),
  '[]',
  '[null]',
  '{}',
  '{"__proto__": {"id": 1}}',
]
const ODD_BODIES = [
  '',
  ' ',
  '\0',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '{}',
  DEEP,
  '{"__proto__": 1}',
  '\ufeff{}',
]
const ODD_PARAMETERS = [
  '',
  '-1',
  '0',
  '1.5',
  '1e308',
  '99999999999999999999',
  'NaN',
  '%00',
  '%ff',
  '%E0%A4%A',
  '%25',
  '%F0%9F%92%A9',
  '%ED%A0%80',
  '%27%22%5C%25_',
  '..%2F..%2Fx',
  '0000-01-01',
  '0001-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  `2026-01-01T00:00:00.${'1'.repeat(300)}Z`,
  '9999-12-31',
  '2026-02-30',
  'x'.repeat(5000),
]

/**
 * Number of values tried at each place. Each place continues with the next values of the list, so the whole
 * run sends every value many times. `npm run fuzz` tries all values at all places, and many more.
 */
const AT_A_PLACE = 5

/** Returns a function that returns the next few values and restarts at the end of the list. */
function dealer<Value>(values: readonly Value[]): () => Value[] {
  let dealt = 0
  return () => Array.from({ length: AT_A_PLACE }, () => values[dealt++ % values.length] as Value)
}

/** Every request must get a success or a well-formed error response, never a server error. */
describe('every route of the API description', () => {
  const door = useHub()
  let owner: Organization
  let operations: Operation[]
  let clients: Record<string, ApiClient>
  let addresses = 0

  beforeAll(async () => {
    const shop = await signUp(door)
    owner = shop
    clients = {
      'super-admin': await superAdmin(door, shop),
      'pos.sync': (await enrolDevice(door, shop)).api,
      public: new ApiClient(door),
      other: shop.api,
    }
    const { body } = await shop.api.get('/openapi/v1/openapi.json')
    operations = Object.entries<Schema>(body.paths).flatMap(([path, methods]) =>
      Object.entries<Schema>(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        permission: operation['x-permission'],
        query: (operation.parameters ?? [])
          .filter((parameter: Schema) => parameter.in === 'query')
          .map((parameter: Schema) => parameter.name),
        body: resolve(body, Object.values<Schema>(operation.requestBody?.content ?? {})[0]?.schema),
      })),
    )
  })

  /** Recreates records that earlier cases can have deleted or changed. */
  beforeEach(async () => {
    await createProduct(owner, { barcodes: [{ value: '4006381333931', type: 'Ean13' }] })
    await owner.api.post('/api/catalog/product-groups', { name: newId() })
  })

  /** Returns a client with a unique IP address, so that no rate limit applies. */
  function client({ path, permission }: Operation, headers: Record<string, string> = {}): ApiClient {
    addresses += 1
    const address = `10.${100 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
    const own = isOfOneself(path) ? clients.oneself : clients[permission]
    return (own ?? (clients.other as ApiClient)).with({
      'X-Forwarded-For': address,
      ...headers,
    })
  }

  /** True for paths that can end sign-ins. Each of these operations uses a separate user. */
  const isOfOneself = (path: string): boolean => path.startsWith('/api/me/')

  /**
   * Returns a URL of the operation with the id of the first listed record, or the nil UUID when there is
   * none. Other path parameters get a barcode.
   */
  async function address(operation: Operation): Promise<string> {
    if (!operation.path.includes('{id}')) return operation.path.replace(/\{\w+\}/, '4006381333931')
    const { body } = await client(operation).get(operation.path.replace(/\/\{id\}.*/, ''))
    return operation.path.replace('{id}', body.items?.[0]?.id ?? '00000000-0000-0000-0000-000000000000')
  }

  /**
   * True when the response is a success or a well-formed error. The HTML page for an unknown receipt counts
   * as an error.
   */
  const isSound = ({ path }: Operation, { status, headers, body }: Answer): boolean => {
    const type = headers.get('Content-Type') ?? ''
    const isPage = path === '/r/{token}' && status === 404 && /html/.test(type)
    const isRefusal = isPage || /problem/.test(type) || body.error
    return status < 400 || (status < 500 && isRefusal)
  }

  async function unsound(
    requests: (operation: Operation, path: string) => Iterable<[label: string, () => Promise<Answer>]>,
  ): Promise<unknown[]> {
    const faults: unknown[] = []
    for (const operation of operations) {
      if (isOfOneself(operation.path)) clients.oneself = await hire(door, owner, 'Cashier')
      const all = [...requests(operation, await address(operation))]
      const work = async (): Promise<void> => {
        for (let next = all.pop(); next; next = all.pop()) {
          const [label, send] = next
          const answer = await send()
          if (!isSound(operation, answer))
            faults.push([operation.method, operation.path, label.slice(0, 80), answer.status, answer.body])
        }
      }
      await Promise.all([work(), work(), work(), work()])
    }
    return faults
  }

  it('refuses malformed bodies without a server error', async () => {
    const types = dealer([
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
    ])
    const bodies = dealer(ODD_BODIES)
    const faults = await unsound(function* (operation, path) {
      if (operation.method === 'GET') return
      for (const type of types()) {
        for (const body of bodies()) {
          const send = () => client(operation, { 'Content-Type': type }).send(operation.method, path, body)
          yield [`${type} ${body}`, send]
        }
      }
    })
    expect(faults).toEqual([])
  })

  it('refuses invalid field values without a server error', async () => {
    const values = dealer([...ODD_VALUES, DEEP])
    const faults = await unsound(function* (operation, path) {
      const properties = operation.body?.properties ?? {}
      const sample = Object.entries(properties).map(([name, schema]) => [
        name,
        JSON.stringify(sampleOf(schema)),
      ])
      for (const name of Object.keys(properties)) {
        for (const value of values()) {
          const members = sample.map((member) => `"${member[0]}": ${member[0] === name ? value : member[1]}`)
          yield [
            `${name}: ${value}`,
            () => client(operation).send(operation.method, path, `{${members.join(', ')}}`),
          ]
        }
      }
    })
    expect(faults).toEqual([])
  })

  it('refuses invalid parameters without a server error', async () => {
    const ofQuery = dealer(ODD_PARAMETERS)
    const ofPath = dealer(ODD_PARAMETERS)
    const faults = await unsound(function* (operation, path) {
      for (const name of operation.query) {
        const query = `${name}=1&${name}=2&${name}[]=3`
        yield [query, () => client(operation).send(operation.method, `${path}?${query}`)]
      }
      for (const name of operation.query) {
        for (const value of ofQuery()) {
          const query = `${name}=${value}`
          yield [query, () => client(operation).send(operation.method, `${path}?${query}`)]
        }
      }
      if (!operation.path.includes('{')) return
      for (const value of ofPath()) {
        const odd = operation.path.replace(/\{\w+\}/, value)
        yield [odd, () => client(operation).send(operation.method, odd)]
      }
    })
    expect(faults).toEqual([])
  })

  it('refuses invalid headers without a server error', async () => {
    const odd = ['', ' ', 'a b', 'ÿ', '"', '\t', 'x'.repeat(300), 'x'.repeat(8000), '0', 'null']
    const names = [
      'Idempotency-Key',
      'X-Organization-Id',
      'Authorization',
      'traceparent',
      'Content-Encoding',
      'Accept-Encoding',
    ]
    // Headers are read before routing, so one route of each kind is enough.
    const kinds = new Set<string>()
    const faults = await unsound(function* (operation, path) {
      const kind = `${operation.method} ${operation.path.split('/').slice(0, 3).join('/')} ${operation.path.includes('{')}`
      if (kinds.has(kind)) return
      kinds.add(kind)
      for (const name of names) {
        for (const value of odd) {
          const send = () => client(operation, { [name]: value }).send(operation.method, path)
          yield [`${name}: ${value}`, send]
        }
      }
      for (const scheme of ['Basic', 'Bearer']) {
        for (const text of ['\0:\0', 'a\0b:c', ':', 'a', '%00:%00', '{"kid":{}}.e30.', '\ud800:x']) {
          const value = `${scheme} ${Buffer.from(text).toString('base64')}`
          yield [value, () => client(operation, { Authorization: value }).send(operation.method, path)]
        }
      }
    })
    expect(faults).toEqual([])
  })
})

function resolve(document: Schema, schema: Schema): Schema {
  if (!schema?.$ref) return schema
  return schema.$ref
    .slice(2)
    .split('/')
    .reduce((at: Schema, name: string) => at[name], document)
}

/** Returns a value that usually satisfies the schema. */
function sampleOf(schema: Schema): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0])
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.format === 'uuid') return '0192a001-0000-7000-8000-000000000796'
  const type = [schema.type].flat()[0]
  return (
    { string: '4711', number: 1, integer: 1, boolean: false, array: [] as unknown[] }[type as string] ?? null
  )
}
