import pg from 'pg'
import { asSimulator } from '../process/process.ts'
import { now } from '../process/time.ts'
import type { World } from '../world/world.ts'
import type { Step } from './steps.ts'

const hasHub = (world: World): boolean => world.hubs.some((hub) => hub.isUp)

function atOffice(name: string, weight: number, work: (world: World) => Promise<string>): Step {
  return {
    name,
    weight: (world) => (hasHub(world) ? weight : 0),
    do: async (world) => {
      const done = await world.await(work(world))
      world.trace.say(`head office ${done ?? 'waits for ever'}`)
    },
  }
}

/** Products that no long transaction holds: others would wait for it in real time. */
const free = (world: World): string[] => world.shop.productIds.filter((id) => !world.held.has(id))

async function editProduct(world: World): Promise<string> {
  const { random, office, shop } = world
  const id = random.pick(free(world))
  const path = `/api/catalog/products/${id}`
  const found = await office.send('GET', path)
  if (found?.status !== 200)
    return `does not get article ${nameOf(world, id)}: ${found?.status ?? 'no answer'}`
  const { body } = found
  const kind = random.weighted([
    ['price', 6],
    ['name', 3],
    ['barcode', 2],
    ['archive', 2],
    ['group', 2],
    ['delete', 1],
  ] as const)
  if (kind === 'delete') {
    const answer = await office.send('DELETE', path)
    return `deletes article ${nameOf(world, id)}: ${answer?.status ?? 'no answer'}`
  }
  const change = {
    price: () => ({
      prices: body.prices.map((price: object) => ({ ...price, value: random.between(1, 400) })),
    }),
    name: () => ({ name: `Article ${nameOf(world, id)} ${random.below(1000)}` }),
    barcode: () => ({
      barcodes: [
        { value: `SIM-${random.between(1, shop.productIds.length)}` },
        { value: `NEW-${random.below(1000)}` },
      ],
    }),
    archive: () => ({ isArchived: !body.isArchived }),
    group: () => ({ productGroupId: random.pick([null, ...shop.groups]) }),
  }[kind]()
  const answer = await office.send('PUT', path, { ...editable(body), ...change })
  return `changes the ${kind} of article ${nameOf(world, id)}: ${answer?.status ?? 'no answer'}`
}

const READ_ONLY = new Set(['id', 'createdAt', 'updatedAt', 'groupPath', 'unitName'])

function editable(product: Record<string, unknown>): Record<string, unknown> {
  const { retailPrice: _retailPrice, ...rest } = product
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !READ_ONLY.has(name)))
}

const nameOf = (world: World, id: string): number => world.shop.productIds.indexOf(id) + 1

async function createProduct(world: World): Promise<string> {
  const { random, office, shop } = world
  const number = shop.productIds.length + 1
  const answer = await office.send('POST', '/api/catalog/products', {
    name: `Article ${number}`,
    retailPrice: random.between(1, 400),
    barcodes: [{ value: `SIM-${random.between(1, number)}` }],
  })
  if (answer?.status === 201) shop.productIds.push(answer.body.id)
  return `adds article ${number}: ${answer?.status ?? 'no answer'}`
}

async function editPoint(world: World): Promise<string> {
  const { random, office, shop } = world
  const id = random.pick(shop.retailPoints)
  const path = `/api/catalog/retail-points/${id}`
  const found = await office.send('GET', path)
  if (found?.status !== 200) return `does not get a retail point: ${found?.status ?? 'no answer'}`
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...settings } = found.body
  const change = random.weighted([
    [{ priceTypeId: random.pick(shop.priceTypes) }, 3],
    [{ storeId: random.pick(shop.stores) }, 2],
    [{ receiptFooter: `Thanks ${random.below(1000)}` }, 2],
    [{ controlStock: !settings.controlStock }, 2],
    [{ onlyInStock: !settings.onlyInStock }, 1],
  ])
  const answer = await office.send('PUT', path, { ...settings, ...change })
  return `changes ${Object.keys(change)[0]} of point ${shop.retailPoints.indexOf(id) + 1}: ${answer?.status ?? 'no answer'}`
}

async function editGroup(world: World): Promise<string> {
  const { random, office, shop } = world
  const path = `/api/catalog/product-groups/${random.pick(shop.groups)}`
  const found = await office.send('GET', path)
  if (found?.status !== 200) return `does not get a group: ${found?.status ?? 'no answer'}`
  const { name: _name, ...rest } = found.body
  const kept = Object.fromEntries(
    Object.entries(rest).filter(([key]) => ['version', 'parentId', 'sortOrder'].includes(key)),
  )
  const answer = await office.send('PUT', path, { ...kept, name: `Group ${random.below(1000)}` })
  return `renames a group: ${answer?.status ?? 'no answer'}`
}

/** A connection that changes products and goes on later: an import, a report, a person at lunch. */
async function beginLong(world: World): Promise<void> {
  const { random, database, shop } = world
  const ids = [...new Set([random.pick(free(world)), random.pick(free(world))])]
  await asSimulator(async () => {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    await client.query('BEGIN')
    await client.query(`SET LOCAL app.organization_id = '${shop.organizationId}'`)
    await client.query('UPDATE product_prices SET value = value + 100 WHERE product_id = ANY($1)', [ids])
    world.long = { client, ids, since: now() }
  })
  for (const id of ids) world.held.add(id)
  world.trace.say(`a long transaction begins: articles ${ids.map((id) => nameOf(world, id)).join(', ')}`)
}

export async function endLong(world: World, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const { long } = world
  if (!long) return
  world.long = null
  world.held.clear()
  const end = how === 'COMMIT' ? 'SELECT feed_bump(); COMMIT' : 'ROLLBACK'
  const done = await asSimulator(() =>
    long.client.query(end).then(
      () => 'is done',
      () => 'was cut off',
    ),
  )
  await long.client.end().catch(() => {})
  world.noteCommit()
  world.trace.say(
    `the long transaction of ${Math.round((now() - long.since) / 1000)} s ends with ${how}: ${done}`,
  )
}

export const OFFICE_STEPS: readonly Step[] = [
  atOffice('edit product', 9, editProduct),
  atOffice('create product', 2, createProduct),
  atOffice('edit point', 2, editPoint),
  atOffice('edit group', 1, editGroup),
  {
    name: 'begin long',
    weight: (world) => (world.long ? 0 : 3),
    do: beginLong,
  },
  {
    name: 'end long',
    weight: (world) => (world.long ? 12 : 0),
    do: (world) => endLong(world, world.random.chance(0.8) ? 'COMMIT' : 'ROLLBACK'),
  },
]
