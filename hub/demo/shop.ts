import type { z } from 'zod'
import type { Signup } from '#shared/contracts/account/auth.ts'
import { gs1CheckDigit } from '#shared/contracts/catalog/barcode.ts'
import type { RetailPointUpdate } from '#shared/contracts/catalog/retail-points.ts'
import { idFromName } from '#shared/std/ids.ts'

/** The shop that `npm start` opens with: invented goods, made-up prices in tenge. */
export const DEMO_OWNER = {
  organizationName: 'Лавка «Тюльпан»',
  email: 'demo@counterfoil.example',
  password: 'tulip-and-apple',
  lastName: 'Садыкова',
  firstName: 'Айгерим',
  country: 'KZ',
  posPin: '4711',
} as const satisfies Partial<Signup>

/** Filled in last: a retail point that has them belongs to a shop that is complete. */
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

const VAT_PERCENT = 16

/** Name and price; goods sold by weight say so with a third word. */
type Goods = [name: string, price: number, unit?: 'kg']

const GROUPS: Record<string, Goods[]> = {
  'Молочные продукты': [
    ['Молоко 3,2 % 1 л', 590],
    ['Кефир 2,5 % 0,9 л', 560],
    ['Айран 0,5 л', 420],
    ['Сметана 20 % 400 г', 890],
    ['Творог 9 % 200 г', 690],
    ['Масло сливочное 82,5 % 200 г', 1490],
    ['Сыр «Степной»', 4890, 'kg'],
  ],
  'Хлеб и выпечка': [
    ['Хлеб белый формовой', 180],
    ['Хлеб ржаной', 260],
    ['Лепёшка тандырная', 250],
    ['Батон нарезной', 240],
    ['Круассан с шоколадом', 390],
    ['Баурсаки 300 г', 650],
  ],
  'Фрукты и овощи': [
    ['Яблоки «Апорт»', 890, 'kg'],
    ['Бананы', 790, 'kg'],
    ['Мандарины', 1190, 'kg'],
    ['Виноград «Кишмиш»', 1490, 'kg'],
    ['Картофель', 290, 'kg'],
    ['Помидоры', 990, 'kg'],
    ['Огурцы', 850, 'kg'],
    ['Лук репчатый', 220, 'kg'],
  ],
  Напитки: [
    ['Вода Tau Spring 0,5 л', 190],
    ['Вода Tau Spring газированная 1,5 л', 290],
    ['Cola Aurora 1 л', 520],
    ['Lemonade Duchess 0,5 л', 350],
    ['Сок яблочный 1 л', 790],
    ['Чай холодный Lemon 0,5 л', 420],
  ],
  Бакалея: [
    ['Мука пшеничная 2 кг', 690],
    ['Рис «Акмаржан» 1 кг', 640],
    ['Гречка 800 г', 590],
    ['Макароны Spaghetti 500 г', 480],
    ['Сахар 1 кг', 540],
    ['Соль йодированная 1 кг', 150],
    ['Масло подсолнечное 1 л', 990],
  ],
  'Чай, кофе, сладости': [
    ['Чай чёрный Assam 250 г', 1390],
    ['Чай зелёный Jasmine 100 г', 890],
    ['Coffee Highland Roast 250 г', 3290],
    ['Шоколад Milky Peak 90 г', 690],
    ['Cookies Oat & Honey 200 г', 750],
    ['Конфеты «Ласточка»', 3490, 'kg'],
  ],
}

export interface DemoGroup {
  id: string
  name: string
  sortOrder: number
  products: DemoProduct[]
}

export interface DemoProduct {
  id: string
  name: string
  retailPrice: number
  vatRate: number
  isWeighed: boolean
  barcodes: { value: string; type: 'Ean13' }[]
}

/** The goods of one shop: the same ids each time, so that filling the shop can be taken up where it ended. */
export function demoGroups(scope: string): DemoGroup[] {
  let serial = 0
  return Object.entries(GROUPS).map(([name, goods], index) => ({
    id: idFromName(`${scope} demo group ${name}`),
    name,
    sortOrder: index + 1,
    products: goods.map(([product, retailPrice, unit]) => ({
      id: idFromName(`${scope} demo product ${product}`),
      name: product,
      retailPrice,
      vatRate: VAT_PERCENT,
      isWeighed: unit === 'kg',
      barcodes: [{ value: barcode(++serial), type: 'Ean13' }],
    })),
  }))
}

/** EAN-13 of the range 200, which GS1 leaves to shops for their own use. */
function barcode(serial: number): string {
  const digits = `200${String(serial).padStart(9, '0')}`
  return digits + gs1CheckDigit(digits)
}
