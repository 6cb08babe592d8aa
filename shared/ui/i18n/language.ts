import { LANGUAGES, type Language } from '#shared/std/languages.ts'

/** Each language in its own words, as a person looks for it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ru: 'Русский', kk: 'Қазақша' }

const KEY = 'counterfoil.language'

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((language) => language === value)

/** The one chosen here before, else the first of the browser's that we speak. */
export function initialLanguage(): Language {
  const kept = localStorage.getItem(KEY)
  if (isLanguage(kept)) return kept
  return navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage) ?? 'en'
}

export function keepLanguage(language: string): void {
  localStorage.setItem(KEY, language)
}
