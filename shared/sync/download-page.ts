import { z } from 'zod'
import { Id, integer, UtcTime } from '#shared/contracts/common.ts'
import type { ReplicaKind } from './digest.ts'
import {
  Cursor,
  ReplicaCard,
  ReplicaCashier,
  ReplicaCustomer,
  ReplicaGroup,
  ReplicaPriceType,
  ReplicaProduct,
  ReplicaProgram,
  ReplicaPromotion,
  ReplicaReceipt,
  ReplicaSettings,
  ReplicaStock,
  ReplicaUnit,
  ReplicaVatRate,
  ReplicaVoucher,
} from './download.ts'

/** Records of a page, where `limit` says nothing else. */
export const USUAL_PAGE = 500

/** What the kinds are called in a page. */
export const DOWNLOAD_LISTS = {
  settings: 'settings',
  unit: 'units',
  group: 'groups',
  product: 'products',
  cashier: 'cashiers',
  stock: 'stock',
  priceType: 'priceTypes',
  vatRate: 'vatRates',
  customer: 'customers',
  receipt: 'receipts',
  program: 'loyaltyPrograms',
  promotion: 'promotions',
  card: 'cards',
  voucher: 'vouchers',
} as const satisfies Record<ReplicaKind, string>

const id = { id: Id }
const lists = {
  settings: z.array(ReplicaSettings.extend(id)),
  units: z.array(ReplicaUnit.extend(id)),
  groups: z.array(ReplicaGroup.extend(id)),
  products: z.array(ReplicaProduct.extend(id)),
  cashiers: z.array(ReplicaCashier.extend(id)),
  stock: z.array(ReplicaStock.extend({ productId: Id })),
  priceTypes: z.array(ReplicaPriceType.extend(id)),
  vatRates: z.array(ReplicaVatRate.extend(id)),
  customers: z.array(ReplicaCustomer.extend(id)),
  receipts: z.array(ReplicaReceipt.extend(id)),
  loyaltyPrograms: z.array(ReplicaProgram.extend(id)),
  promotions: z.array(ReplicaPromotion.extend(id)),
  cards: z.array(ReplicaCard.extend(id)),
  vouchers: z.array(ReplicaVoucher.extend(id)),
}
const ids = z.array(Id)

/**
 * GET /api/pos/v1/sync for clients that ask for `application/json` (docs/sync.md#download): the same records in pages, always
 * in the newest schema, which only gains members.
 */
export const DownloadPage = z
  .object({
    schema: integer(),
    serverTime: UtcTime,
    cursor: Cursor.meta({ description: '`since` of the next request' }),
    full: z.boolean().meta({
      description: 'Everything begins here: forget what is held, then take this page and those that follow',
    }),
    more: z.boolean().meta({ description: 'There are more pages already' }),
    receiptsSince: UtcTime.optional().meta({
      description: 'Receipts that were sold before are to be forgotten; `deleted` does not name them',
    }),
    ...lists,
    deleted: z.object({
      settings: ids,
      units: ids,
      groups: ids,
      products: ids,
      cashiers: ids,
      stock: ids,
      priceTypes: ids,
      vatRates: ids,
      customers: ids,
      receipts: ids,
      loyaltyPrograms: ids,
      promotions: ids,
      cards: ids,
      vouchers: ids,
    }),
  })
  .meta({ id: 'DownloadPage' })
export type DownloadPage = z.input<typeof DownloadPage>
