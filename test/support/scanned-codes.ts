import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'
import type { WeightMask } from '#shared/domain/weight-masks.ts'

/** Barcodes of products by name. Cheese is sold by weight at 8.00 and has the weight code 12345. */
export const SCANNED_PRODUCTS: Record<string, string> = {
  Water: '4607027000011',
  Oats: '042100005264',
  Cheese: '4607027000028',
  Shirt: 'TS-Red-M',
  Magazine: '9770317847001',
  Shoes: '4607027000035',
  'Small shirt': 'ts-red-m',
}
export const CHEESE_CODE = '12345'
/** Barcode of a pack of 12 bottles of water. */
export const PACK_OF_12 = '14607027000018'

export const SCANNED_MASKS: WeightMask[] = [
  { prefix: '21', itemDigits: 5, valueDigits: 5, kind: 'Weight', divisor: 1000 },
  { prefix: '22', itemDigits: 5, valueDigits: 5, kind: 'Price', divisor: 100 },
  { prefix: '02', itemDigits: 5, valueDigits: 4, verifier: 'Price4', kind: 'Price', divisor: 100 },
]

/** Expected result of a code: one product with its details, several products, or an error code. */
type Meaning =
  | {
      name: string
      quantity?: number
      sum?: number
      isCase?: true
      batch?: string
      serial?: string
      expiresOn?: string
    }
  | string[]
  | string

const GS = SEPARATOR
const lot = { batch: 'LOT7', expiresOn: '2026-12-31' }

export const SCANNED_CODES: readonly [scanned: string, meaning: Meaning][] = [
  ['4607027000011', { name: 'Water' }],
  [']E04607027000011', { name: 'Water' }],
  ['04607027000011', { name: 'Water' }],
  ['14607027000018', { name: 'Water', quantity: 12 }],
  ['24607027000015', { name: 'Water', isCase: true }],
  ['042100005264', { name: 'Oats' }],
  ['0042100005264', { name: 'Oats' }],
  ['04252614', { name: 'Oats' }],
  ['01234565', 'barcode_not_found'],
  [']E3977031784700105', { name: 'Magazine' }],
  ['2112345015002', { name: 'Cheese', quantity: 1.5 }],
  ['2212345012992', { name: 'Cheese', sum: 12.99 }],
  ['212345804995', { name: 'Cheese', sum: 4.99 }],
  ['0212345804995', { name: 'Cheese', sum: 4.99 }],
  ['212345904992', 'label_verifier_wrong'],
  ['TS-Red-M', { name: 'Shirt' }],
  ['TS-RED-M', ['Shirt', 'Small shirt']],
  [']C0ts-RED-M', ['Shirt', 'Small shirt']],
  [']C1010460702700002831030012503922999', { name: 'Cheese', quantity: 1.25, sum: 9.99 }],
  [`]d2010460702700002821A1B2${GS}3103001250`, { name: 'Cheese', quantity: 1.25, serial: 'A1B2' }],
  [']e001946070270000213103001250', { name: 'Cheese', quantity: 1.25 }],
  [']d201046070270000111726123110LOT7', { name: 'Water', ...lot }],
  [`]C1010460702700001110AB${GS}17261231`, { name: 'Water', batch: 'AB', expiresOn: '2026-12-31' }],
  ['(01)04607027000011(17)261231(10)LOT7', { name: 'Water', ...lot }],
  ['https://id.gs1.org/01/04607027000011/10/LOT7?17=261231', { name: 'Water', ...lot }],
  [']C102146070270000183724', { name: 'Water', quantity: 288 }],
  [`010460702700003521abcDEF1234567${GS}93dGVz`, { name: 'Shoes', serial: 'abcDEF1234567' }],
  ['460702700001', 'barcode_not_found'],
  ['https://shop.example/p/77', 'barcode_not_found'],
]
