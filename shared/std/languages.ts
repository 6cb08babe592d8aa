/** Those that pages, notices and the diagnostic speak. */
export const LANGUAGES = ['en', 'ru', 'kk'] as const
export type Language = (typeof LANGUAGES)[number]
