/** Languages of pages, notices and the diagnostic tool. */
export const LANGUAGES = ['en', 'ru', 'kk'] as const
export type Language = (typeof LANGUAGES)[number]
