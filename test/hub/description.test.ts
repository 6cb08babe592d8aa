import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Bounds,
  boundsOf,
  fullBody,
  type Place,
  placesOf,
  present,
  tooMany,
  undescribed,
} from '#lab/fuzz/bounds.ts'
import type { Tree } from '#lab/fuzz/json-text.ts'
import { Known } from '#lab/fuzz/known.ts'
import { hubOperations, nameOf, type Operation } from '#lab/fuzz/operations.ts'
import { choicesOf, resolve, type Schema, typesOf } from '#lab/fuzz/schema.ts'
import type { Ground } from '#lab/fuzz/valid-value.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import {
  type Answer,
  type ApiClient,
  ApiClient as Client,
  type Organization,
  signUp,
  useHub,
} from '#test/support/hub.ts'
import { hire, signIn, superAdmin } from '#test/support/people.ts'
import { Random } from '#test/support/random.ts'

/** Number of errors provoked per request, below the limit of errors in a response. */
const AT_ONCE = 15
/** Excluded operations. They create or delete much data, and their fields also occur in other operations. */
const LEFT_OUT = /seed-demo/
/** Operations that would change the rules for all later requests. */
const PLATFORM = /^\/api\/super-admin\/(platform-)?settings/
/** Fields whose bounds depend on other fields: the kind of the record, a sum or an order. */
const DEPENDS =
  /weightBarcodePrefixes|\/ending$|\/sex$|\/levels$|promotions.*(effect|maxPerReceipt)|\/requiresCard$|reports\/abc.*\/b$/
/**
 * Error details that concern only the length of a text. Its other rules, such as being an email address, are
 * in its description.
 */
const FOR_LENGTH = /^Too (small|big)/
/** Time in milliseconds for which a sign-in is reused. A step-up lasts ten minutes. */
const SIGNED_IN_MS = 4 * 60_000

interface Site extends Place {
  bounds: Bounds
}

describe('the published API description', () => {
  const door = useHub()
  let shop: Organization
  let platform: ApiClient
  let operations: Operation[]
  let ground: Ground
  let owner: { api: ApiClient; until: number }
  let oneself: ApiClient
  let addresses = 0

  beforeAll(async () => {
    shop = await signUp(door)
    platform = await superAdmin(door, shop)
    oneself = await hire(door, shop, 'Cashier')
    owner = { api: shop.api, until: Date.now() + SIGNED_IN_MS }
    await createProduct(shop, { barcodes: [{ value: '4006381333931', type: 'Ean13' }] })
    const { body } = await shop.api.get('/openapi/v1/openapi.json')
    operations = hubOperations(body).filter(
      ({ permission, path }) => permission !== 'pos.sync' && !LEFT_OUT.test(path),
    )
    ground = { document: body, known: new Known(), random: new Random('description') }
  })

  /** Returns a client with a unique IP address, so that no rate limit applies. */
  async function clientFor({ path, permission }: Operation): Promise<ApiClient> {
    addresses += 1
    const address = `10.${100 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
    return (await signedInFor(path, permission)).with({ 'X-Forwarded-For': address })
  }

  async function signedInFor(path: string, permission: string): Promise<ApiClient> {
    if (permission === 'public') return new Client(door)
    if (permission === 'super-admin') return platform
    if (path.startsWith('/api/me/')) return oneself
    if (owner.until < Date.now())
      owner = { api: await signIn(door, shop.email), until: Date.now() + SIGNED_IN_MS }
    return owner.api
  }

  const addressOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, newId())

  const schemaOf = ({ body }: Operation): Schema | undefined =>
    body.find(({ type }) => type === 'application/json')?.schema

  async function sendBody(operation: Operation, body: Tree): Promise<Answer> {
    return (await clientFor(operation)).send(operation.method, addressOf(operation), JSON.stringify(body))
  }

  async function sendQuery(operation: Operation, query: Record<string, Tree>): Promise<Answer> {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return (await clientFor(operation)).send(operation.method, `${addressOf(operation)}?${text}`)
  }

  const named = ({ body }: Answer): string[] =>
    (body?.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)

  /** A test of an operation: its bounded fields, and a function that sends the given values for some of them. */
  interface Trial {
    sites: Site[]
    send(wished: ReadonlyMap<string, Tree>, counts?: ReadonlyMap<string, number>): Promise<Answer>
  }

  function* trialsOf(operation: Operation): Generator<Trial> {
    const ofQuery = Object.entries(operation.query).map(([name, schema]) => ({
      pointer: `#/query/${name}`,
      schema: present(ground.document, schema),
    }))
    if (ofQuery.length > 0)
      yield {
        sites: ofQuery.map((place) => ({ ...place, bounds: boundsOf(place.schema) })),
        send: (wished) =>
          sendQuery(
            operation,
            Object.fromEntries(
              [...wished].map(([pointer, value]) => [pointer.slice('#/query/'.length), value]),
            ),
          ),
      }
    const schema = schemaOf(operation)
    if (!schema) return
    const seen = new Set<string>()
    for (let option = 0, options = 1; option < options; option += 1) {
      const found = placesOf(ground, schema, option)
      options = Math.max(options, found.options)
      const sites = found.places
        .map((place) => ({ ...place, bounds: boundsOf(place.schema) }))
        .filter((site) => {
          const key = `${site.pointer} ${JSON.stringify(site.bounds)}`
          return !seen.has(key) && seen.add(key)
        })
      yield {
        sites,
        send: (wished, counts) =>
          sendBody(
            operation,
            fullBody(ground, schema, option, {
              value: ({ pointer }) => wished.get(pointer),
              count: ({ pointer }) => counts?.get(pointer),
            }),
          ),
      }
    }
  }

  const portions = <Item>(items: Item[]): Item[][] =>
    Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, i) =>
      items.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
    )

  it('refuses values just outside the described bounds', { timeout: 1_200_000 }, async () => {
    const faults: string[] = []
    let tried = 0
    for (const operation of operations)
      for (const { sites, send } of trialsOf(operation))
        for (const side of ['below', 'beyond'] as const) {
          const bad = sites.flatMap(({ pointer, bounds }) =>
            bounds[side] === undefined ? [] : [[pointer, bounds[side]] as const],
          )
          for (const portion of portions(bad)) {
            const answer = await send(new Map(portion))
            tried += portion.length
            for (const [pointer, value] of portion) {
              if (answer.status === 400 && named(answer).includes(pointer)) continue
              // A response lists at most 20 errors, and other fields of the body can have errors too.
              const alone = answer.body.errorsTotal ? await send(new Map([[pointer, value]])) : answer
              if (alone.status !== 400 || !named(alone).includes(pointer))
                faults.push(
                  `${nameOf(operation)} ${pointer} ${String(value).slice(0, 20)}: ${alone.status} ${named(alone)}`,
                )
            }
          }
        }
    expect(faults).toEqual([])
    expect(tried).toBeGreaterThan(1000)
  })

  const refusalOf = ({ body }: Answer, pointer: string): string | undefined =>
    (body?.errors ?? []).find((each: { pointer: string }) => each.pointer === pointer)?.detail

  /**
   * Adds a wrong version to a change of the platform settings. It is refused only after the other validation,
   * so that the settings stay unchanged.
   */
  const withVersion = ({ path }: Operation, wished: (readonly [string, Tree])[]): Map<string, Tree> =>
    new Map(PLATFORM.test(path) ? [...wished, ['#/version', 1_000_000] as const] : wished)

  it('accepts the described bounds, enum values and defaults', { timeout: 1_200_000 }, async () => {
    const faults: string[] = []
    let tried = 0
    for (const operation of operations)
      for (const { sites, send } of trialsOf(operation))
        for (const side of ['least', 'most', 'default'] as const) {
          const good = sites.flatMap(({ pointer, schema, bounds }) => {
            const value = side === 'default' ? (schema.default as Tree | undefined) : bounds[side]
            return value === undefined ? [] : [[pointer, value] as const]
          })
          if (good.length === 0) continue
          tried += good.length
          const together = await send(withVersion(operation, good))
          if (together.status >= 500) faults.push(`${nameOf(operation)} ${side}: ${together.status}`)
          // Values can conflict with each other, so each refused value is sent again alone.
          for (const [pointer, value] of good.filter(([pointer]) => refusalOf(together, pointer))) {
            const refusal = refusalOf(await send(withVersion(operation, [[pointer, value]])), pointer)
            const place = `${nameOf(operation)} ${pointer}`
            const isFree =
              typeof value === 'string' &&
              boundsOf(must(sites.find((site) => site.pointer === pointer)).schema).below !== 'none of them'
            if (refusal && !DEPENDS.test(place) && (!isFree || FOR_LENGTH.test(refusal)))
              faults.push(`${place} ${side} ${JSON.stringify(value).slice(0, 40)}: ${refusal}`)
          }
        }
    expect(faults).toEqual([])
    expect(tried).toBeGreaterThan(1000)
  })

  it('refuses one item more than a list allows and bodies without required fields', {
    timeout: 1_200_000,
  }, async () => {
    const faults: string[] = []
    let tried = 0
    const missing = (operation: Operation, pointers: string[], answer: Answer): void => {
      tried += pointers.length
      const unnamed = pointers.filter((pointer) => !named(answer).includes(pointer))
      if (answer.status !== 400 || (unnamed.length > 0 && !answer.body.errorsTotal))
        faults.push(`${nameOf(operation)} ${unnamed}: ${answer.status} ${named(answer)}`)
    }
    for (const operation of operations) {
      for (const { sites, send } of trialsOf(operation)) {
        const lists = sites.flatMap(({ pointer, schema }) => {
          const count = typesOf(schema)[0] === 'array' ? tooMany(schema) : undefined
          return count === undefined ? [] : [[pointer, count] as const]
        })
        for (const list of lists) missing(operation, [list[0]], await send(new Map(), new Map([list])))
        // Innermost objects come first. Each is emptied separately.
        for (const { pointer, schema } of sites) {
          if (typesOf(schema)[0] !== 'object' || choicesOf(schema).length > 0) continue
          const { constants, needed } = requiredOf(schema)
          const pointers = needed.map((name) => `${pointer}/${name}`)
          if (pointers.length > 0) missing(operation, pointers, await send(new Map([[pointer, constants]])))
        }
      }
      const needed = operation.requiredQuery.map((name) => `#/query/${name}`)
      if (needed.length > 0) missing(operation, needed, await sendQuery(operation, {}))
    }
    expect(faults).toEqual([])
    expect(tried).toBeGreaterThan(300)
  })

  /** Returns the required fields of an object. Constants that identify a union option are kept separate. */
  function requiredOf({ properties = {}, required = [] }: Schema): { constants: Tree; needed: string[] } {
    const of = (name: string) => present(ground.document, properties[name])
    const isConstant = (name: string) => of(name).const !== undefined || of(name).enum?.length === 1
    return {
      constants: Object.fromEntries(
        required.filter(isConstant).map((name) => [name, (of(name).const ?? of(name).enum?.[0]) as Tree]),
      ),
      needed: required.filter((name) => !isConstant(name) && !of(name).readOnly),
    }
  }

  it('applies the described defaults and returns only described fields', {
    timeout: 1_200_000,
  }, async () => {
    const faults: string[] = []
    let lists = 0
    let defaults = 0
    const lookAt = (operation: Operation, answer: Answer): void => {
      const described = answersOf(operation, answer.status)
      if (!described || typeof answer.body !== 'object') return
      ground.known.learn(operation, {}, answer.body)
      for (const fault of undescribed(ground.document, described, answer.body))
        faults.push(`${nameOf(operation)} answers ${fault}`)
    }
    for (const operation of operations.filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    )) {
      const answer = await sendQuery(operation, {})
      lookAt(operation, answer)
      const given = Object.entries(operation.query).flatMap(([name, schema]) => {
        const value = present(ground.document, schema).default
        return value === undefined || value === null ? [] : [[name, value as Tree] as const]
      })
      if (answer.status !== 200 || !Array.isArray(answer.body?.items) || given.length === 0) continue
      lists += 1
      const explicit = await sendQuery(operation, Object.fromEntries(given))
      if (JSON.stringify(explicit.body) !== JSON.stringify(answer.body))
        faults.push(
          `${nameOf(operation)} ${JSON.stringify(Object.fromEntries(given))}: ${JSON.stringify(explicit.body).slice(0, 200)}`,
        )
    }
    for (const operation of operations.filter(({ method }) => method === 'POST')) {
      const schema = schemaOf(operation)
      if (!schema || operation.path.includes('{')) continue
      const { properties = {} } = present(ground.document, schema)
      const answer = await sendBody(operation, leastBody(schema))
      lookAt(operation, answer)
      if (answer.status >= 300) continue
      for (const [name, member] of Object.entries(properties)) {
        const { default: value } = present(ground.document, member)
        if (value === undefined || answer.body?.[name] === undefined) continue
        defaults += 1
        // The fields of an object have separate defaults.
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
        if (!isObject && JSON.stringify(answer.body[name]) !== JSON.stringify(value))
          faults.push(
            `${nameOf(operation)} ${name}: ${JSON.stringify(answer.body[name])} for ${JSON.stringify(value)}`,
          )
      }
    }
    expect(faults).toEqual([])
    expect(lists).toBeGreaterThan(30)
    expect(defaults).toBeGreaterThan(60)
  })

  /** Returns a body with only the required fields. */
  function leastBody(given: Schema): Tree {
    const schema = present(ground.document, given)
    const isRequired = ({ pointer }: Place): boolean => {
      const [, name] = pointer.split('/')
      return name === undefined || (schema.required ?? []).includes(name)
    }
    const body = fullBody(ground, schema, 0) as Record<string, Tree>
    return Object.fromEntries(
      Object.entries(body).filter(([name]) => isRequired({ pointer: `#/${name}`, schema })),
    )
  }

  function answersOf({ method, path }: Operation, status: number): Schema | undefined {
    const { paths } = ground.document as { paths: Record<string, Record<string, Described>> }
    const described = paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.['application/json']
    return described && resolve(ground.document, described.schema)
  }
})

interface Described {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
