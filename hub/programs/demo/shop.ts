import type { z } from 'zod'
import type { Signup } from '#shared/contracts/account/auth.ts'
import type { RetailPointUpdate } from '#shared/contracts/catalog/retail-points.ts'

/**
 * Owner of the demo shop of `npm start`. Its products and its month of activity are created by the hub's demo
 * data.
 */
export const DEMO_OWNER = {
  organizationName: 'Лавка «Тюльпан»',
  email: 'demo@counterfoil.example',
  password: 'tulip-and-apple',
  lastName: 'Садыкова',
  firstName: 'Айгерим',
  country: 'KZ',
  posPin: '4711',
} as const satisfies Partial<Signup>

/** Settings of the retail point. They are applied only once. */
export const RETAIL_POINT_SETTINGS = {
  address: 'Алматы, ул. Яблоневая, 7',
  receiptHeader: 'Лавка «Тюльпан»\nЖдём вас каждый день с 8 до 22',
  receiptFooter: 'Рақмет! Спасибо за покупку! Thank you!',
  paperWidth: 80,
  allowCustomPrice: true,
  allowReturnWithoutBasis: true,
  paymentTypes: ['Cash', 'Card', 'Qr', 'Transfer', 'GiftCard'],
  maxVoucherSale: 50_000,
} as const satisfies Partial<z.input<typeof RetailPointUpdate>>
