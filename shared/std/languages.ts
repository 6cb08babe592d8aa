/** Languages of pages, notices and the diagnostic. */
export const LANGUAGES = ['en', 'ru', 'kk'] as const
export type Language = (typeof LANGUAGES)[number]
