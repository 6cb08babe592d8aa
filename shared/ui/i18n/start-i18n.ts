import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#shared/std/languages.ts'
import { initialLanguage, keepLanguage } from './language.ts'

/**
 * Initializes translations with the texts of the page and the texts shared by all pages, in the language
 * chosen earlier.
 */
export async function startI18n(texts: Partial<Record<Language, object>>): Promise<void> {
  i18next.on('languageChanged', (language) => {
    keepLanguage(language)
    document.documentElement.lang = language
  })
  await i18next.use(initReactI18next).init({
    lng: initialLanguage(),
    // A missing Kazakh text falls back to Russian before English.
    fallbackLng: { kk: ['ru', 'en'], default: ['en'] },
    resources: Object.fromEntries(
      Object.entries(texts).map(([language, translation]) => [language, { translation }]),
    ),
    // React already escapes values.
    interpolation: { escapeValue: false },
  })
}
