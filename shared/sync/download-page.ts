import { z } from 'zod'
import { Id, integer, UtcTime } from '#shared/domain/fields.ts'
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
import type { ReplicaKind } from './replica-kinds.ts'

/** Default number of records per page. */
export const USUAL_PAGE = 500

/** Names of the lists in a page, by record kind. */
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
 * Response of GET /api/pos/v1/sync for clients that request `application/json` (docs/sync.md#download). It
 * contains the same records in pages, always in the newest schema, which only gains members.
 */
export const DownloadPage = z
  .object({
    schema: integer(),
    serverTime: UtcTime,
    cursor: Cursor.meta({ description: '`since` of the next request' }),
    full: z.boolean().meta({
      description:
        'Start of the whole data set: delete all stored records, then apply this page and the following ones',
    }),
    more: z.boolean().meta({ description: 'More pages are available now' }),
    receiptsSince: UtcTime.optional().meta({
      description: 'Receipts sold before this moment must be deleted; `deleted` does not name them',
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
