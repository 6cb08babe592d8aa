import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'
import { EN } from './en.ts'
import { KK } from './kk.ts'
import type { ReceiptWords } from './receipt-words.ts'
import { RU } from './ru.ts'

export const RECEIPT_WORDS: Record<ReceiptLanguage, ReceiptWords> = { en: EN, ru: RU, kk: KK }
