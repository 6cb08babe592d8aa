import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { digestOf } from '#edge/replica/replica-digest.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { newId } from '#shared/std/ids.ts'
import { type Digest, DigestSum, differingBuckets, kindsOf } from '#shared/sync/digest.ts'
import { DOWNLOAD_SCHEMAS, type DownloadLine } from '#shared/sync/download.ts'
import { addDownloadSchema } from '#test/support/download-schema.ts'
import {
  card,
  customer,
  giftVoucher,
  priceType,
  program,
  promotion,
  storeReceipt,
  vatRate,
} from '../support/catalog.ts'
import { groupOf, openTestReplica, productOf, settingsOf, stockOf, UNIT } from '../support/test-replica.ts'

const group = newId()
const nextPrices = [{ from: '2026-03-02T09:00:00.000Z', price: 6.5 }]
const COMPLETE: DownloadLine[] = [
  settingsOf(),
  { t: 'unit', op: 'put', id: UNIT, v: { name: 'pcs', isFractional: false } },
  { t: 'unit', op: 'put', id: newId(), v: { name: 'kg', isFractional: true } },
  groupOf(group, null, { vatRate: 12.5, sortOrder: 3, useParentVat: false }),
  groupOf(newId(), group),
  productOf('Tea', {
    code: '1',
    article: 'A',
    groupId: group,
    price: 5.25,
    minPrice: 4.5,
    vatRate: 16,
    isWeighed: true,
    weightCode: '12345',
    isDiscountProhibited: true,
    barcodes: ['9', '1'],
    useGroupVat: true,
    nextPrices,
    trackingType: 'Water',
    paymentSubject: 'Excisable',
    ntin: '0201000000012',
    packs: [{ uomId: UNIT, quantity: 12.5, barcode: 'BOX' }],
    minimumAge: 18,
    thumbUrl: '/uploads/thumb.webp',
  }),
  productOf('Milk', {
    useGroupVat: false,
    nextPrices: [],
    trackingType: 'NotTracked',
    paymentSubject: 'Good',
    ntin: null,
    packs: [],
    minimumAge: null,
    thumbUrl: null,
  }),
  {
    t: 'cashier',
    op: 'put',
    id: newId(),
    v: {
      name: 'Aigul',
      pinHash: '$x',
      permissions: ['sales.view'],
      limits: TillLimits.parse({ maxDiscountPercent: 10, allowCashOut: false, allowTraining: false }),
    },
  },
  stockOf(newId(), 1.125),
  stockOf(newId(), -2),
  priceType(),
  vatRate(),
  customer(),
  storeReceipt(),
  storeReceipt({ isReturn: true, originalId: newId() }),
  program({ levels: [{ fromAmount: 100, percent: 5 }] }),
  promotion(),
  card(newId()),
  giftVoucher('A 1', 12.5),
]

/** Returns the digest of the sent lines, calculated independently of the stored rows. */
function digestOfLines(schema: number): Digest {
  const sum = new DigestSum(schema)
  for (const line of COMPLETE)
    if (line.op === 'put' && kindsOf(schema).includes(line.t)) sum.add(line.t, line.id, line.v)
  return sum.digest()
}

const open = () => {
  const test = openTestReplica(COMPLETE)
  const db = new Database(test.paths.replica)
  const damage = (sql: string) => db.exec(sql)
  let pauses = 0
  const digest = (schema: number = DOWNLOAD_SCHEMAS.newest) => digestOf(db, schema, async () => void pauses++)
  return { damage, digest, pauses: () => pauses, close: () => db.close() }
}

it.each([1, 2])(
  'calculates from the rows of schema %d the same digest as from the sent lines',
  async (schema) => {
    addDownloadSchema({ product: ['thumbUrl'], cashier: ['limits'], card: 'all' })
    const { digest, close, pauses } = open()
    expect(differingBuckets(await digest(schema), digestOfLines(schema))).toEqual([])
    expect(pauses()).toBeGreaterThan(0)
    close()
  },
)

it.each([
  ['settings', `UPDATE settings SET body = replace(body, 'Abay 1', 'Abay 2')`],
  ['settings', `UPDATE settings SET body = '{'`],
  ['settings', `UPDATE settings SET body = 'null'`],
  ['unit', `UPDATE units SET is_fractional = 1 WHERE name = 'pcs'`],
  ['unit', `UPDATE units SET is_fractional = 2 WHERE name = 'kg'`],
  ['unit', `UPDATE units SET name = 'qcs' WHERE name = 'pcs'`],
  ['group', `UPDATE groups SET vat_rate = 1251 WHERE vat_rate = 1250`],
  ['group', `UPDATE groups SET vat_rate = 0 WHERE vat_rate IS NULL`],
  ['group', `UPDATE groups SET use_parent_vat = 1 WHERE use_parent_vat = 0`],
  ['group', `UPDATE groups SET parent_id = NULL WHERE parent_id IS NOT NULL`],
  ['group', `UPDATE groups SET sort_order = 4 WHERE sort_order = 3`],
  ['group', `DELETE FROM groups WHERE parent_id IS NULL`],
  ...[`name = 'Teb'`, `code = '2'`, 'article = NULL', 'group_id = NULL', `kind = 'good'`, 'price = 526'].map(
    (change) => ['product', `UPDATE products SET ${change} WHERE name = 'Tea'`],
  ),
  ...['min_price = 451', 'min_price = NULL', 'vat_rate = 1601', 'is_weighed = 0', `weight_code = '1'`].map(
    (change) => ['product', `UPDATE products SET ${change} WHERE name = 'Tea'`],
  ),
  ...['is_discount_prohibited = 0', 'use_group_vat = 0', 'next_prices = NULL', `next_prices = '{}'`].map(
    (change) => ['product', `UPDATE products SET ${change} WHERE name = 'Tea'`],
  ),
  ['product', `UPDATE products SET next_prices = replace(next_prices, '650', '651') WHERE name = 'Tea'`],
  ['product', `UPDATE products SET next_prices = '[null]' WHERE name = 'Tea'`],
  ['product', `UPDATE products SET packs = replace(packs, '12500', '12501') WHERE name = 'Tea'`],
  ['product', `UPDATE products SET packs = '[' WHERE name = 'Tea'`],
  ['product', `UPDATE products SET minimum_age = 21 WHERE name = 'Tea'`],
  ['product', `UPDATE products SET thumb_url = NULL WHERE name = 'Tea'`],
  ['product', `UPDATE products SET next_prices = '[' WHERE name = 'Tea'`],
  ['product', `UPDATE products SET unit_id = 'x' WHERE name = 'Tea'`],
  ['product', `UPDATE products SET id = upper(id) WHERE name = 'Tea'`],
  ['product', `UPDATE barcodes SET position = 1 - position`],
  ['product', `DELETE FROM barcodes WHERE position = 1`],
  ['cashier', `UPDATE cashiers SET permissions = '["sales.view","sales.create"]'`],
  ['cashier', `UPDATE cashiers SET permissions = '['`],
  ['cashier', `UPDATE cashiers SET pin_hash = '$y'`],
  ['cashier', `UPDATE cashiers SET name = 'Aigum'`],
  ['stock', `UPDATE stock SET quantity = 1126 WHERE quantity = 1125`],
  ['stock', `DELETE FROM stock WHERE quantity < 0`],
  ['priceType', `UPDATE price_types SET body = replace(body, 'GBP', 'GBQ')`],
  ['customer', `UPDATE customers SET body = replace(body, 'regular', 'regulas')`],
  ...[`number = 'B2-000002'`, `sold_at = '2026'`, `body = replace(body, '"quantity":2', '"quantity":3')`].map(
    (change) => ['receipt', `UPDATE receipts SET ${change} WHERE original_id IS NULL`],
  ),
  ['receipt', 'UPDATE receipts SET original_id = NULL WHERE original_id IS NOT NULL'],
  ['program', `UPDATE programs SET body = replace(body, '100', '101')`],
  ['promotion', `UPDATE promotions SET body = replace(body, '"percent":10', '"percent":11')`],
  ['card', `UPDATE cards SET body = replace(body, '"balance":50', '"balance":51')`],
  ...[`key = '2900000002'`, `words = 'Bet'`, `customer_id = 'x'`].map((change) => [
    'card',
    `UPDATE cards SET ${change}`,
  ]),
  ['voucher', `UPDATE vouchers SET body = replace(body, '12.5', '12.6')`],
  ['voucher', `UPDATE vouchers SET tag = '00000000'`],
  ['vatRate', `UPDATE vat_rates SET body = replace(body, '20,', '21,')`],
])('detects damage to a %s in its bucket: %s', async (kind, sql) => {
  const { digest, damage, close } = open()
  const before = await digest()
  damage(sql)
  const differing = differingBuckets(before, await digest())
  expect(differing.length).toBeGreaterThan(0)
  expect(differing.every((bucket) => bucket.startsWith(`${kind}:`))).toBe(true)
  close()
})

it('includes rows with a negative row id in the digest', async () => {
  const { digest, damage, close } = open()
  const before = await digest()
  damage('UPDATE stock SET rowid = -5 WHERE rowid = 1')
  expect(await digest()).toEqual(before)
  close()
})
