import pg from 'pg'
import type { Random } from '#test/support/random.ts'
import { asSimulator } from '../process/process.ts'
import { now } from '../process/time.ts'
import type { OfficeAnswer } from '../world/head-office.ts'
import { cardToIssue } from '../world/offers.ts'
import { numberOf, toIssue } from '../world/vouchers.ts'
import type { World } from '../world/world.ts'
import type { Action } from './actions.ts'
import type { Step } from './steps.ts'

const hasHub = (world: World): boolean => world.hubs.some((hub) => hub.isUp)

/**
 * Sends a request to head office and checks its effect. Only states of the world listed in `reasonFor` can
 * legitimately prevent it.
 */
async function atOffice(
  world: World,
  action: Action,
  { method, path, body, entity }: { method: string; path: string; body?: object; entity: string | null },
): Promise<OfficeAnswer | null> {
  const { office } = world
  const before = await feedSeq(world, entity ? [entity] : [])
  const answer = await action.send(office, method, path, body)
  const made = entity ?? (answer?.body?.id as string | undefined)
  // A hub that died may have executed the request before.
  if ((answer === null || answer.status < 300) && (await feedSeq(world, made ? [made] : [])) !== before)
    action.tookEffect()
  else await settleAtOffice(world, action, answer, entity)
  return answer
}

/** Returns the number of the last published commit that changed the records, or null when there is none. */
async function feedSeq({ database }: World, ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return null
  const text = 'SELECT max(seq) AS seq FROM feed WHERE entity_id = ANY($1)'
  const rows = await database.read<{ seq: string | null }>(text, [ids])
  return rows[0]?.seq ?? null
}

/**
 * Settles a head office action without effect. Records the legitimate reason, or reports a finding when there
 * is none. `id` is the affected record.
 */
export async function settleAtOffice(
  world: World,
  action: Action,
  answer: OfficeAnswer | null,
  id: string | null,
): Promise<void> {
  const reason = answer === null ? 'no hub' : await reasonFor(world, answer, id)
  if (reason) action.prevented(reason)
  else action.refused(`${answer?.status} ${JSON.stringify(answer?.body)}`)
}

async function reasonFor(
  world: World,
  { body }: OfficeAnswer,
  id: string | null,
): Promise<string | undefined> {
  const { database, shop } = world
  const is = async (query: string): Promise<boolean> => (await database.read(query, [id])).length > 0
  switch (body?.code) {
    case 'unauthenticated':
      return world.isArchived ? 'the organization is archived' : undefined
    case 'not_found':
      // Only products are ever deleted. A restored hub has lost everything created since its backup.
      if (shop.productIds.includes(id ?? ''))
        return (await is('SELECT FROM products WHERE id = $1')) ? undefined : 'it is deleted'
      if (shop.cards.some((card) => card.id === id))
        return (await is('SELECT FROM loyalty_cards WHERE id = $1')) ? undefined : 'it is gone'
      if (shop.vouchers.some((voucher) => voucher.id === id))
        return (await is('SELECT FROM gift_vouchers WHERE id = $1')) ? undefined : 'it is gone'
      return undefined
    case 'duplicate':
      // A till may have reloaded a voucher that a restored hub does not have.
      return world.wasRestored ? 'the number is taken' : undefined
    case 'in_use':
      return (await is('SELECT FROM retail_sale_lines WHERE product_id = $1 LIMIT 1'))
        ? 'it was sold'
        : undefined
    default:
      return undefined
  }
}

/**
 * Returns the products not locked by a long transaction, because other transactions would wait for the lock
 * in real time.
 */
const free = (world: World): string[] => world.shop.productIds.filter((id) => !world.held.has(id))

const EDITS = ['price', 'name', 'barcode', 'archive', 'group', 'due prices', 'delete'] as const
type Edit = (typeof EDITS)[number]
const EDIT_WEIGHTS: Record<Edit, number> = {
  price: 6,
  name: 3,
  barcode: 2,
  archive: 2,
  group: 2,
  'due prices': 2,
  delete: 1,
}

async function editProduct(world: World): Promise<string> {
  const { random, office } = world
  const id = random.pick(free(world))
  const kind = random.weighted(EDITS.map((edit) => [edit, EDIT_WEIGHTS[edit]]))
  const action = world.actions.begin(`edit product: ${kind}`)
  const path = `/api/catalog/products/${id}`
  const summary = `edits the ${kind} of article ${nameOf(world, id)}`
  const found = await office.send('GET', path)
  if (found?.status !== 200) {
    await settleAtOffice(world, action, found, id)
    return `${summary}, and does not get it: ${found?.status ?? 'no answer'}`
  }
  const change =
    kind === 'delete' ? undefined : { ...editable(found.body), ...changeOf(world, kind, found.body) }
  const method = kind === 'delete' ? 'DELETE' : 'PUT'
  if (kind === 'barcode' || kind === 'archive' || kind === 'delete') world.touched.add(id)
  const answer = await atOffice(world, action, { method, path, ...(change && { body: change }), entity: id })
  return `${summary}: ${answer?.status ?? 'no answer'}`
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at freely
function changeOf(world: World, kind: Exclude<Edit, 'delete'>, product: any): object {
  const { random, shop } = world
  const price = (): number => random.between(1, 400)
  switch (kind) {
    case 'price':
      return { prices: product.prices.map((each: object) => ({ ...each, value: price() })) }
    case 'name':
      return { name: `Article ${nameOf(world, product.id)} ${random.below(1000)}` }
    case 'barcode':
      return {
        barcodes: [
          { value: `SIM-${random.between(1, shop.productIds.length)}` },
          { value: `NEW-${random.below(1000)}` },
        ],
      }
    case 'archive':
      return { isArchived: !product.isArchived }
    case 'group':
      return { productGroupId: other(random, [null, ...shop.groups], product.productGroupId) }
    case 'due prices':
      return { futurePrices: shop.priceTypes.flatMap((priceTypeId) => duePrices(priceTypeId, price)) }
  }
  function duePrices(priceTypeId: string, value: () => number): object[] {
    const [first, second] = [random.between(1, 30), random.between(31, 60)]
    return [first, second].map((seconds) => ({
      priceTypeId,
      value: value(),
      startsAt: new Date(now() + seconds * 1000).toISOString(),
    }))
  }
}

const other = <T>(random: Random, all: readonly T[], one: T): T =>
  random.pick(all.filter((each) => each !== one))

const READ_ONLY = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'groupPath',
  'unitName',
  'effectiveVatRate',
  'images',
])

function editable(product: Record<string, unknown>): Record<string, unknown> {
  const { retailPrice: _retailPrice, ...rest } = product
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !READ_ONLY.has(name)))
}

const nameOf = (world: World, id: string): number => world.shop.productIds.indexOf(id) + 1

async function createProduct(world: World): Promise<string> {
  const { random, shop } = world
  const number = shop.productIds.length + 1
  const action = world.actions.begin('create product')
  const retailPrice = random.between(1, 400)
  const barcode = random.between(1, number)
  const body = { name: `Article ${number}`, retailPrice, barcodes: [{ value: `SIM-${barcode}` }] }
  // Two products have the barcode even if the response is lost.
  const other = shop.productIds[barcode - 1]
  if (other) world.touched.add(other)
  const answer = await atOffice(world, action, {
    method: 'POST',
    path: '/api/catalog/products',
    body,
    entity: null,
  })
  if (answer?.status === 201) {
    shop.productIds.push(answer.body.id)
    world.touched.add(answer.body.id)
  }
  return `adds article ${number}: ${answer?.status ?? 'no answer'}`
}

const SETTINGS = [
  'priceTypeId',
  'storeId',
  'receiptFooter',
  'controlStock',
  'onlyInStock',
  'syncCustomers',
] as const
type Setting = (typeof SETTINGS)[number]
const SETTING_WEIGHTS: Record<Setting, number> = {
  priceTypeId: 3,
  storeId: 2,
  receiptFooter: 2,
  controlStock: 2,
  onlyInStock: 1,
  syncCustomers: 1,
}

async function editPoint(world: World): Promise<string> {
  const { random, office, shop } = world
  const id = random.pick(shop.retailPoints)
  const name = random.weighted(SETTINGS.map((setting) => [setting, SETTING_WEIGHTS[setting]]))
  const action = world.actions.begin(`edit point: ${name}`)
  const path = `/api/catalog/retail-points/${id}`
  const summary = `changes ${name} of point ${shop.retailPoints.indexOf(id) + 1}`
  const found = await office.send('GET', path)
  if (found?.status !== 200) {
    await settleAtOffice(world, action, found, id)
    return `${summary}, and does not get it: ${found?.status ?? 'no answer'}`
  }
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...settings } = found.body
  const value = {
    priceTypeId: () => other(random, shop.priceTypes, settings.priceTypeId),
    storeId: () => other(random, shop.stores, settings.storeId),
    receiptFooter: () => `Thanks ${random.below(1000)}`,
    controlStock: () => !settings.controlStock,
    onlyInStock: () => !settings.onlyInStock,
    syncCustomers: () => !settings.syncCustomers,
  }[name]()
  const body = { ...settings, [name]: value }
  const answer = await atOffice(world, action, { method: 'PUT', path, body, entity: id })
  return `${summary}: ${answer?.status ?? 'no answer'}`
}

async function editGroup(world: World): Promise<string> {
  const { random, office, shop } = world
  const id = random.pick(shop.groups)
  const action = world.actions.begin('edit group')
  const path = `/api/catalog/product-groups/${id}`
  const found = await office.send('GET', path)
  if (found?.status !== 200) {
    await settleAtOffice(world, action, found, id)
    return `does not get a group: ${found?.status ?? 'no answer'}`
  }
  const { version, parentId, sortOrder } = found.body
  const body = {
    version,
    parentId,
    sortOrder,
    name: `Group ${shop.groups.indexOf(id) + 1}-${random.below(1000)}`,
  }
  const answer = await atOffice(world, action, { method: 'PUT', path, body, entity: id })
  return `renames a group: ${answer?.status ?? 'no answer'}`
}

/** Sends a record back with changes. PUT ignores read-only members. */
async function putChanged(
  world: World,
  action: Action,
  path: string,
  change: (found: Record<string, unknown>) => object,
): Promise<string> {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const found = await world.office.send('GET', path)
  if (found?.status !== 200) {
    await settleAtOffice(world, action, found, id)
    return `not found: ${found?.status ?? 'no answer'}`
  }
  const body = { ...found.body, ...change(found.body) }
  const answer = await atOffice(world, action, { method: 'PUT', path, body, entity: id })
  return `${answer?.status ?? 'no answer'}`
}

async function editCustomer(world: World): Promise<string> {
  const { random, shop } = world
  const path = `/api/catalog/counterparties/${random.pick(shop.customers)}`
  const name = `Customer ${random.below(1000)}`
  const isName = random.chance(0.5)
  const action = world.actions.begin(`edit customer: ${isName ? 'name' : 'archive'}`)
  const outcome = await putChanged(world, action, path, ({ isArchived }) =>
    // Tills do not have archived products, so changing only the name would have no effect there.
    isName ? { name, isArchived: false } : { isArchived: !isArchived },
  )
  return `changes a customer: ${outcome}`
}

async function editPromotion(world: World): Promise<string> {
  const { random, shop } = world
  const isPercent = random.chance(0.6)
  const { id } = random.pick(shop.promotions.filter(({ percent }) => !isPercent || percent !== null))
  const action = world.actions.begin(`edit promotion: ${isPercent ? 'percent' : 'switch'}`)
  world.touched.add(id)
  const outcome = await putChanged(world, action, `/api/promotions/${id}`, ({ effect, isActive }) =>
    isPercent
      ? { effect: { ...(effect as object), percent: random.between(1, 60) } }
      : { isActive: !isActive },
  )
  return `changes a promotion: ${outcome}`
}

/** Blocks or unblocks a card. */
async function editCard(world: World): Promise<string> {
  const { random, shop, office, database } = world
  const { id, cardNumber } = random.pick(shop.cards)
  const isBlocked = async (): Promise<boolean | undefined> =>
    (
      await database.read<{ is: boolean }>(
        `SELECT status = 'Blocked' AS is FROM loyalty_cards WHERE id = $1`,
        [id],
      )
    )[0]?.is
  const verb = (await isBlocked()) ? 'unblock' : 'block'
  const action = world.actions.begin(`card: ${verb}`)
  world.touched.add(id)
  const body = verb === 'block' ? { reason: 'Lost' } : undefined
  const answer = await action.send(office, 'POST', `/api/loyalty/cards/${id}/${verb}`, body)
  if ((await isBlocked()) === (verb === 'block')) action.tookEffect()
  else await settleAtOffice(world, action, answer, id)
  return `${verb}s the card ${cardNumber}: ${answer?.status ?? 'no answer'}`
}

async function issueCard(world: World): Promise<string> {
  const { random, shop, office, database } = world
  const { id: programId } = random.pick(shop.programs)
  const action = world.actions.begin('card: issue')
  const body = cardToIssue(shop.cards.length + 1, programId)
  const answer = await action.send(office, 'POST', '/api/loyalty/cards/issue', body)
  const [made] = await database.read<{ id: string }>('SELECT id FROM loyalty_cards WHERE card_number = $1', [
    body.cardNumber,
  ])
  if (made) {
    action.tookEffect()
    shop.cards.push({ ...body, id: made.id })
    world.touched.add(made.id)
  } else await settleAtOffice(world, action, answer, null)
  return `issues the card ${body.cardNumber}: ${answer?.status ?? 'no answer'}`
}

/** Issues a voucher, with or without an expiry. */
async function issueVoucher(world: World): Promise<string> {
  const { random, shop, office, database } = world
  const action = world.actions.begin('voucher: issue')
  const voucher = {
    number: numberOf(shop.vouchers.length + 1),
    value: random.between(1000, 30_000) / 100,
    expiresAt: random.chance(0.4) ? now() + random.between(2, 90) * 1000 : null,
  }
  const answer = await action.send(office, 'POST', '/api/loyalty/vouchers/issue', toIssue(voucher))
  const made = 'SELECT id FROM gift_vouchers WHERE number = $1'
  const [row] = await database.read<{ id: string }>(made, [voucher.number])
  if (row) {
    action.tookEffect()
    shop.vouchers.push({ ...voucher, id: row.id })
  } else await settleAtOffice(world, action, answer, null)
  return `issues the voucher ${voucher.number} of ${voucher.value}: ${answer?.status ?? 'no answer'}`
}

/** Blocks a voucher. It is never unblocked. */
async function blockVoucher(world: World): Promise<string> {
  const { random, shop, office, database, touched } = world
  const free = shop.vouchers.filter(({ id }) => !touched.has(id))
  if (free.length === 0) return 'has no voucher to block'
  const { id, number } = random.pick(free)
  const action = world.actions.begin('voucher: block')
  touched.add(id)
  const answer = await action.send(office, 'POST', `/api/loyalty/vouchers/${id}/block`, { reason: 'Lost' })
  const blocked = `SELECT FROM gift_vouchers WHERE id = $1 AND status = 'Blocked'`
  if ((await database.read(blocked, [id])).length > 0) action.tookEffect()
  else await settleAtOffice(world, action, answer, id)
  return `blocks the voucher ${number}: ${answer?.status ?? 'no answer'}`
}

async function editPriceType(world: World): Promise<string> {
  const { random, shop } = world
  const path = `/api/catalog/price-types/${random.pick(shop.priceTypes)}`
  const action = world.actions.begin('edit price type')
  const name = `Price ${random.below(1_000_000)}`
  return `renames a price type: ${await putChanged(world, action, path, () => ({ name }))}`
}

/** Changes a VAT rate as a migration would after a change of law. */
async function editVatRate(world: World): Promise<string> {
  const { random, database } = world
  const rates = await database.read<{ id: string }>(
    `SELECT id FROM vat_rates WHERE country = 'KZ' ORDER BY id`,
  )
  const { id } = random.pick(rates)
  const action = world.actions.begin('edit VAT rate')
  const before = await feedSeq(world, [id])
  const lastDay = `2040-${String(random.between(1, 12)).padStart(2, '0')}-${random.between(10, 28)}`
  await action.act(() => world.sql(`UPDATE vat_rates SET valid_to = '${lastDay}' WHERE id = '${id}'`))
  if ((await feedSeq(world, [id])) !== before) action.tookEffect()
  return `hears of a VAT rate that ends on ${lastDay}`
}

/** Starts a transaction that changes products and stays open, like an import, a report or a slow user. */
async function beginLong(world: World): Promise<void> {
  const { random, database, shop } = world
  const ids = [...new Set([random.pick(free(world)), random.pick(free(world))])]
  const action = world.actions.begin('begin long')
  await asSimulator(async () => {
    const client = new pg.Client({ connectionString: database.url })
    const long = { client, ids, since: now(), changed: 0, isCut: false }
    client.on('error', () => {
      long.isCut = true
    })
    await client.connect()
    await client.query('BEGIN')
    await client.query(`SET LOCAL app.organization_id = '${shop.organizationId}'`)
    const update = 'UPDATE product_prices SET value = value + 100 WHERE product_id = ANY($1)'
    long.changed = (await action.act(() => client.query(update, [ids])))?.rowCount ?? 0
    world.long = long
  })
  if (world.long?.changed) action.tookEffect()
  for (const id of ids) world.held.add(id)
  world.trace.say(`a long transaction begins: articles ${ids.map((id) => nameOf(world, id)).join(', ')}`)
}

export async function endLong(world: World, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const { long } = world
  if (!long) return
  world.long = null
  world.held.clear()
  const action = world.actions.begin(`end long: ${how}`)
  const before = await feedSeq(world, long.ids)
  const end = how === 'COMMIT' ? 'SELECT feed_bump(); COMMIT' : 'ROLLBACK'
  const done = await asSimulator(async () => action.act(() => long.client.query(end).catch(() => undefined)))
  await long.client.end().catch(() => {})
  world.noteCommit()
  const hasMoved = (await feedSeq(world, long.ids)) !== before
  if (done && hasMoved === (how === 'COMMIT')) action.tookEffect()
  else if (long.isCut) action.prevented('the connection was cut')
  else if (long.changed === 0) action.prevented('nothing was changed')
  const seconds = Math.round((now() - long.since) / 1000)
  const outcome = done ? 'is done' : 'was cut off'
  world.trace.say(`the long transaction of ${seconds} s ends with ${how}: ${outcome}`)
}

function stepAtOffice(name: string, weight: number, work: (world: World) => Promise<string>): Step {
  return {
    name,
    weight: (world) => (hasHub(world) ? weight : 0),
    do: async (world) => {
      const done = await world.await(work(world))
      world.trace.say(`head office ${done ?? 'waits for ever'}`)
      if (done === null) world.unexpected('head office gets no answer')
    },
  }
}

export const OFFICE_STEPS: readonly Step[] = [
  stepAtOffice('edit product', 11, editProduct),
  stepAtOffice('create product', 2, createProduct),
  stepAtOffice('edit point', 3, editPoint),
  stepAtOffice('edit group', 1, editGroup),
  stepAtOffice('edit customer', 2, editCustomer),
  stepAtOffice('edit promotion', 2, editPromotion),
  stepAtOffice('card: block', 2, editCard),
  stepAtOffice('card: issue', 0.5, issueCard),
  stepAtOffice('voucher: issue', 1, issueVoucher),
  stepAtOffice('voucher: block', 0.7, blockVoucher),
  stepAtOffice('edit price type', 1, editPriceType),
  stepAtOffice('edit VAT rate', 1, editVatRate),
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
