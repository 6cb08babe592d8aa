import type { z } from 'zod'
import { isBarcodeValid } from '#shared/contracts/catalog/barcode.ts'
import type { BarcodeType } from '#shared/contracts/catalog/products.ts'

/** What a barcode that is typed or scanned is: by its length and check digit, else one of any text. */
export const barcodeTypeOf = (value: string): z.infer<typeof BarcodeType> =>
  (['Ean13', 'Ean8', 'UpcA', 'Gtin'] as const).find((type) => isBarcodeValid(value, type)) ?? 'Code128'
