import { z } from 'zod'

/** Target of a file column: a product field, or data related to the product. */
export const ImportField = z.enum([
  'id',
  'name',
  'code',
  'article',
  'externalCode',
  'productGroupId',
  'kind',
  'unitOfMeasureId',
  'barcodes',
  'price',
  'cost',
  'minPrice',
  'currency',
  'vatRate',
  'paymentSubject',
  'trackingType',
  'isDiscountProhibited',
  'minimumAge',
  'isWeighed',
  'weightCode',
  'weight',
  'volume',
  'description',
  'countryId',
  'supplierId',
  'isArchived',
  'minStock',
  'stock',
  'packQuantity',
  'packBarcode',
  'images',
  'characteristic',
  'parentCode',
] as const)
export type ImportField = z.infer<typeof ImportField>

export const UnreadReason = z
  .enum([
    'unknown',
    'notKept',
    'lessReserved',
    'ofRetailPoint',
    'groupElsewhere',
    'ofPromotions',
    'stockNotAsked',
  ] as const)
  .meta({
    description:
      'Reason why a column is not read. unknown: the header is not known; notKept: products have no such field; lessReserved: it ' +
      'excludes reserved stock, stock is read from another column; ofRetailPoint: it is set at the retail point; ' +
      'groupElsewhere: the group has its own column; ofPromotions: promotions give discounts; stockNotAsked: ' +
      'openingStock is ignore, or the permission inventory.create is missing',
  })
export type UnreadReason = z.infer<typeof UnreadReason>
