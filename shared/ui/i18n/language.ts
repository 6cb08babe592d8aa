import { LANGUAGES, type Language } from '#shared/std/languages.ts'

/** Name of each language in that language, so that users can recognize it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ru: 'Русский', kk: 'Қазақша' }

const KEY = 'counterfoil.language'

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((language) => language === value)

/** Returns the language chosen earlier in this browser, otherwise the first supported language of the browser. */
export function initialLanguage(): Language {
  const kept = localStorage.getItem(KEY)
  if (isLanguage(kept)) return kept
  return navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage) ?? 'en'
}

export function keepLanguage(language: string): void {
  localStorage.setItem(KEY, language)
}
