import { RECEIPT_LANGUAGES, type ReceiptLanguage } from '#shared/domain/receipt-languages.ts'

/** Returns the receipt language that matches the page's language, or English. */
export const receiptLanguageOf = (language: string): ReceiptLanguage =>
  RECEIPT_LANGUAGES.find((known) => language.startsWith(known)) ?? 'en'
