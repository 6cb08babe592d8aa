import type { z } from 'zod'
import type { Signup } from '#shared/contracts/account/auth.ts'
import type { RetailPointUpdate } from '#shared/contracts/catalog/retail-points.ts'

/** Owner of the shop that `npm start` opens with. Its products and its month come from the demo data of the hub. */
export const DEMO_OWNER = {
  organizationName: 'Лавка «Тюльпан»',
  email: 'demo@counterfoil.example',
  password: 'tulip-and-apple',
  lastName: 'Садыкова',
  firstName: 'Айгерим',
  country: 'KZ',
  posPin: '4711',
} as const satisfies Partial<Signup>

/** Settings of the retail point. One that has them is not changed again. */
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
