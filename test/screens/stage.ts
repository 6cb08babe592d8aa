import { join } from 'node:path'
import { pino } from 'pino'
import { startAgent } from '#edge/start-agent.ts'
import { createProduct } from '#test/support/device.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'

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

/** A shop with everything that the till has a screen for. */
export interface Stage extends AsyncDisposable {
  shop: TestShop
  agent: TestAgent
  /** Of an agent that is not enrolled. */
  bareUrl: string
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
    createProduct(organization, {
      ...{ name, retailPrice, ...more },
      ...(code && { barcodes: [{ value: code, type: 'Ean13' }] }),
    })
  const { items: units } = (await api.get('/api/catalog/units-of-measure?pageSize=500')).body
  const kilogram = units.find(({ code }: { code: string }) => code === '166').id
  const tea = await product('Green tea', 950, CODES.tea, {
    productGroupId: drinks,
    article: 'GT-1',
    vatRate: 12,
  })
  await product('Red wine', 3000, CODES.wine, { productGroupId: drinks, minimumAge: 21 })
  await product('Water', 250, CODES.water, {
    productGroupId: drinks,
    trackingType: 'Water',
    ntin: '0201000000012',
  })
  await product('Cheese', 1299, CODES.cheese, {
    ...{ productGroupId: food, isWeighed: true, unitOfMeasureId: kilogram },
  })
  await product('Gift card holder', 0, CODES.holder, { productGroupId: household })
  await product('Battery AA', 450, CODES.shared, { productGroupId: household })
  await product('Battery AA, pack of 4, alkaline, made for cameras and toys', 1600, CODES.shared, {
    productGroupId: household,
  })
  for (const [n, name] of NAMES.entries()) await product(name, 120 + 85 * n, null, { productGroupId: food })
  await make('/api/promotions', {
    ...{ name: 'Tea for two', kind: 'PercentDiscount', effect: { percent: 10 } },
    conditions: { productIds: [tea] },
  })
  await make('/api/promotions', {
    ...{ name: 'Spring coupon', kind: 'ReceiptThreshold', effect: { threshold: 500, percent: 5 } },
    couponCode: COUPON,
  })
  const points = await make('/api/loyalty/programs', {
    ...{ name: 'Points', kind: 'Bonus', earnPercent: 5, maxSpendPercent: 50, offlineSpendLimit: 200 },
    ...{ welcomeMode: 'Registration', welcomeBonus: 800 },
  })
  await make('/api/loyalty/cards/issue', {
    ...{ cardNumber: CODES.card, programId: points, customerName: 'Aigul Nurlanova' },
    phone: '+7 701 555 00 02',
  })
  const tillLimits = { allowDeleteLines: false }
  const roleId = await make('/api/organization/employee-roles', {
    ...{ name: 'Junior', permissions: ['pos.sell', 'pos.return'], tillLimits },
  })
  await make('/api/organization/employees', { lastName: 'Junior', roleId, posPin: JUNIOR_PIN })
  await openPoint(shop)
  const agent = resources.use(await shop.openAgent())
  const checker = await agent.till('checker-1')
  await until('the agent has everything', async () => {
    const { items } = await checker.expect<{ items: unknown[] }>('GET', `/buyers?search=${CODES.card}`)
    return items.length === 1 && (await checker.status()).settings?.allowCustomPrice
  })
  const bareUrl = await startBareAgent(resources)
  const undo = resources.move()
  return { shop, agent, bareUrl, [Symbol.asyncDispose]: () => undo.disposeAsync() }
}

async function startBareAgent(resources: AsyncDisposableStack): Promise<string> {
  const folder = resources.use(createTestFolder())
  const config = {
    ...{ folder: folder.path, host: '127.0.0.1', port: 0, hubUrl: undefined, allowedHosts: [] },
    ...{ pairingCode: undefined, logLevel: 'silent' as const },
    tillPageDir: join(import.meta.dirname, '../../dist/till'),
  }
  const bare = await startAgent(config, { log: pino({ level: 'silent' }) })
  resources.defer(() => bare.stop())
  return bare.url
}

const NAMES = [
  ...['Apple juice', 'Bread', 'Butter', 'Buckwheat', 'Chocolate with whole hazelnuts', 'Coffee beans'],
  ...['Eggs, ten', 'Kefir', 'Milk', 'Oat flakes', 'Rice', 'Sour cream', 'Sugar', 'Sunflower oil'],
]

async function openPoint({ organization: { api, retailPointId } }: TestShop): Promise<void> {
  const path = `/api/catalog/retail-points/${retailPointId}`
  const { name, storeId, priceTypeId, version } = (await api.get(path)).body
  const answer = await api.put(path, {
    ...{ name, storeId, priceTypeId, version, allowCustomPrice: true, allowReturnWithoutBasis: true },
    ...{ maxDiscountPercent: 30, allowRefundOtherTender: true, receiptLanguage: 'en' },
    paymentTypes: ['Cash', 'Card', 'Qr', 'Transfer', 'GiftCard', 'Prepayment', 'Credit', 'Other'],
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}
