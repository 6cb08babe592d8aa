import { join } from 'node:path'
import { pino } from 'pino'
import { startAgent } from '#edge/start-agent.ts'
import { must } from '#shared/std/must.ts'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct } from '#test/support/device.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { Line } from '#test/support/line.ts'
import { drawPicture } from '#test/support/pictures.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { kilogramOf } from '#test/support/units.ts'
import { until } from '#test/support/until.ts'

/** Stock of tea in the till's store. */
export const TEA_IN_STORE = 40

export const CODES = {
  tea: '4006381333931',
  wine: '4006381333948',
  water: '4600000000015',
  cheese: '4006381333979',
  holder: '4006381333962',
  shared: '4006381333986',
  card: '2900000000022',
} as const
export const COUPON = 'SPRING'
export { OWNER_PIN }
export const JUNIOR_PIN = '730519'

/** A shop with data for every till screen. */
export interface Stage extends AsyncDisposable {
  shop: TestShop
  agent: TestAgent
  /** Opens a till that is not set up. Each one can be set up only once. */
  openBareTill(): Promise<BareTill>
}

interface BareTill extends AsyncDisposable {
  url: string
  pairingCode: string
  /** Connection to head office. */
  line: Line
}

export async function openStage(): Promise<Stage> {
  await using resources = new AsyncDisposableStack()
  const shop = resources.use(await openTestShop())
  const { organization } = shop
  const { api } = organization
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await api.post(path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const group = (name: string) => make('/api/catalog/product-groups', { name })
  const [drinks, food, household] = [await group('Drinks'), await group('Food'), await group('Household')]
  const product = (name: string, retailPrice: number, code: string | null, more: object = {}) =>
    createProduct(organization, { name, retailPrice, ...more, ...(code !== null && { barcode: code }) })
  const tea = await product('Green tea', 950, CODES.tea, {
    productGroupId: drinks,
    article: 'GT-1',
    vatRate: 12,
    minPrice: 700,
    description: 'Young leaves of the spring harvest, 100 g in a tin.',
  })
  const startsAt = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString()
  await api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 990, startsAt })
  const second = await make('/api/catalog/stores', { name: 'Warehouse by the river' })
  for (const [storeId, quantity] of [
    [organization.storeId, TEA_IN_STORE],
    [second, 125],
  ]) {
    const id = await make('/api/inventory/enters', {
      storeId,
      lines: [{ productId: tea, quantity, price: 400 }],
    })
    await api.post(`/api/inventory/enters/${id}/post`)
  }
  const wine = await product('Red wine', 3000, CODES.wine, { productGroupId: drinks, minimumAge: 21 })
  await product('Water', 250, CODES.water, {
    productGroupId: drinks,
    trackingType: 'Water',
    ntin: '0201000000012',
  })
  await product('Cheese', 1299, CODES.cheese, {
    productGroupId: food,
    isWeighed: true,
    unitOfMeasureId: await kilogramOf(organization),
  })
  await product('Gift card holder', 0, CODES.holder, { productGroupId: household })
  await product('Battery AA', 450, CODES.shared, { productGroupId: household })
  await product('Battery AA, pack of 4, alkaline, made for cameras and toys', 1600, CODES.shared, {
    productGroupId: household,
  })
  const foods: string[] = []
  for (const [n, name] of NAMES.entries())
    foods.push(await product(name, 120 + 85 * n, null, { productGroupId: food }))
  const pictured = [tea, wine, ...foods.slice(0, PICTURED)]
  for (const [index, id] of pictured.entries()) {
    const picture = await drawPicture(must(COLORS[index % COLORS.length]))
    await api.sendFile(`/api/catalog/products/${id}/images`, picture)
  }
  await make('/api/promotions', {
    name: 'Tea for two',
    kind: 'PercentDiscount',
    effect: { percent: 10 },
    conditions: { productIds: [tea] },
  })
  await make('/api/promotions', {
    name: 'Spring coupon',
    kind: 'ReceiptThreshold',
    effect: { threshold: 500, percent: 5 },
    couponCode: COUPON,
  })
  const points = await make('/api/loyalty/programs', {
    name: 'Points',
    kind: 'Bonus',
    earnPercent: 5,
    maxSpendPercent: 50,
    offlineSpendLimit: 200,
    welcomeMode: 'Registration',
    welcomeBonus: 800,
  })
  await make('/api/loyalty/cards/issue', {
    cardNumber: CODES.card,
    programId: points,
    customerName: 'Aigul Nurlanova',
    phone: '+7 701 555 00 02',
  })
  const tillLimits = { allowDeleteLines: false }
  const roleId = await make('/api/organization/employee-roles', {
    name: 'Junior',
    permissions: ['pos.sell', 'pos.return'],
    tillLimits,
  })
  await make('/api/organization/employees', { lastName: 'Junior', roleId, posPin: JUNIOR_PIN })
  await changePoint(organization, {
    allowCustomPrice: true,
    allowReturnWithoutBasis: true,
    maxDiscountPercent: 30,
    allowRefundOtherTender: true,
    receiptLanguage: 'en',
    receiptQr: true,
    paymentTypes: ['Cash', 'Card', 'Qr', 'Transfer', 'GiftCard', 'Prepayment', 'Credit', 'Other'],
    maxVoucherSale: 50_000,
  })
  // The screen polls every 2.5 s, so the back-off must be longer to be visible.
  const agent = resources.use(await shop.openAgent({ timing: { backoffBaseMs: 4_000, backoffMaxMs: 8_000 } }))
  const checker = await agent.till(NEW_TILL)
  await until('the agent has everything', async () => {
    const { items } = await checker.expect<{ items: unknown[] }>('GET', `/buyers?search=${CODES.card}`)
    return items.length === 1 && (await checker.status()).settings?.allowCustomPrice
  })
  await checker.expect('PUT', '/favourites', { productIds: [tea, ...foods.slice(0, 3)] })
  const undo = resources.move()
  return {
    shop,
    agent,
    openBareTill: () => openBareTill(shop),
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  }
}

async function openBareTill({ door, organization: { api, retailPointId } }: TestShop): Promise<BareTill> {
  await using resources = new AsyncDisposableStack()
  const line = resources.use(await Line.open(() => door.hub.url))
  const { body } = await api.post(`/api/catalog/retail-points/${retailPointId}/pairing-code`)
  const folder = resources.use(createTestFolder())
  const config = {
    folder: folder.path,
    host: '127.0.0.1',
    port: 0,
    hubUrl: undefined,
    allowedHosts: [],
    pairingCode: undefined,
    logLevel: 'silent' as const,
    tillPageDir: join(import.meta.dirname, '../../dist/till'),
  }
  const bare = await startAgent(config, { log: pino({ level: 'silent' }) })
  resources.defer(() => bare.stop())
  const undo = resources.move()
  return { url: bare.url, pairingCode: body.code, line, [Symbol.asyncDispose]: () => undo.disposeAsync() }
}

/** Number of foods with a picture. The others show a placeholder. */
const PICTURED = 6
const COLORS = ['#2f7d4f', '#a8323e', '#b5651d', '#7a4b8c', '#1f6f8b', '#8a7a2b']

const NAMES = [
  'Apple juice',
  'Bread',
  'Butter',
  'Buckwheat',
  'Chocolate with whole hazelnuts',
  'Coffee beans',
  'Eggs, ten',
  'Kefir',
  'Milk',
  'Oat flakes',
  'Rice',
  'Sour cream',
  'Sugar',
  'Sunflower oil',
]
