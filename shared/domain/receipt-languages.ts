/** Languages of printed documents for customers. */
export const RECEIPT_LANGUAGES = ['en', 'ru', 'kk'] as const
export type ReceiptLanguage = (typeof RECEIPT_LANGUAGES)[number]
