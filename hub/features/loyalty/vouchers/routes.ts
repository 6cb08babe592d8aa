import { contains, getRecord, listRecords, matches } from '#hub/db/records.ts'
import { giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  BLOCK_VOUCHER,
  DELETE_VOUCHER,
  GiftVoucher,
  ISSUE_VOUCHER,
  UNBLOCK_VOUCHER,
  VOUCHER,
  VOUCHER_ENTRIES,
  VOUCHERS,
} from '#shared/contracts/loyalty/vouchers.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { must } from '#shared/std/must.ts'
import { blockVoucher, deleteVoucher, unblockVoucher } from './change-voucher.ts'
import { issueVoucher } from './issue-voucher.ts'
import { presentEntry, presentVoucher } from './present.ts'
import { listEntries, NOUN, withBalances } from './queries.ts'

const tag = 'Loyalty: gift vouchers'

const issue = route({
  ...ISSUE_VOUCHER,
  may: 'loyalty.create',
  stores: 'none',
  tag,
  summary: 'Issue a gift voucher',
  description: 'A repeat with the same id answers 200 with the existing voucher.',
  answers: { 201: GiftVoucher, 200: GiftVoucher },
})

export const voucherRoutes = area(
  listRoute({
    ...VOUCHERS,
    may: 'loyalty.view',
    stores: 'none',
    tag,
    summary: 'List gift vouchers',
    description: 'The search finds a part of the number, ignoring letter case and spaces.',
    list: async (tx, { search, ...query }) => {
      const found = search ? contains([giftVouchers.numberKey], voucherKeyOf(search)) : undefined
      const page = await listRecords(tx, giftVouchers, query, {
        where: [matches(giftVouchers.status, query.status), found],
        searchIn: [],
        defaultSort: 'number',
      })
      return { rows: await withBalances(tx, page.rows), total: page.total }
    },
    present: presentVoucher,
  }),
  getRoute({
    ...VOUCHER,
    may: 'loyalty.view',
    stores: 'none',
    tag,
    summary: 'Get one gift voucher',
    read: async (tx, { id }) => {
      const row = await getRecord(tx, giftVouchers, NOUN, id)
      return must((await withBalances(tx, [row]))[0], NOUN)
    },
    present: presentVoucher,
  }),
  getRoute({
    ...VOUCHER_ENTRIES,
    may: 'loyalty.view',
    stores: 'none',
    tag,
    summary: 'List the ledger of a gift voucher, the latest first',
    read: async (tx, { id, query }) => ({ ...query, ...(await listEntries(tx, id, query)) }),
    present: ({ rows, ...page }) => ({ items: rows.map(presentEntry), ...page }),
  }),
  router().openapi(issue, async (c) => {
    const input = c.req.valid('json')
    const actor = await c.var.actor()
    const { row, isNew } = await c.var.transact(async (tx) => {
      const inserted = await issueVoucher(tx, input, actor)
      return { ...inserted, row: must((await withBalances(tx, [inserted.row]))[0], NOUN) }
    })
    c.header('Location', `${VOUCHERS.path}/${row.id}`)
    return c.json(presentVoucher(row), isNew ? 201 : 200)
  }),
  actionRoute({
    ...BLOCK_VOUCHER,
    may: 'loyalty.update',
    stores: 'none',
    tag,
    summary: 'Block a gift voucher',
    description: 'Does nothing when it is blocked already.',
    command: (tx, { id, body }) => blockVoucher(tx, id, body.reason),
  }),
  actionRoute({
    ...UNBLOCK_VOUCHER,
    may: 'loyalty.update',
    stores: 'none',
    tag,
    summary: 'Unblock a gift voucher',
    description: 'Does nothing when it is active already.',
    command: (tx, { id }) => unblockVoucher(tx, id),
  }),
  actionRoute({
    ...DELETE_VOUCHER,
    may: 'loyalty.delete',
    stores: 'none',
    tag,
    summary: 'Delete a gift voucher',
    description: 'Only an unspent voucher; block the others.',
    command: (tx, { id }) => deleteVoucher(tx, id),
  }),
)
