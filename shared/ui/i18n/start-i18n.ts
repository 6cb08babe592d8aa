import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#shared/std/languages.ts'
import { initialLanguage, keepLanguage } from './language.ts'

/** Speaks the language that was chosen here before, with the texts of the page and those that all pages have. */
export async function startI18n(texts: Partial<Record<Language, object>>): Promise<void> {
  i18next.on('languageChanged', (language) => {
    keepLanguage(language)
    document.documentElement.lang = language
  })
  await i18next.use(initReactI18next).init({
    lng: initialLanguage(),
    // A Kazakh text that is missing is read in Russian rather than in English.
    fallbackLng: { kk: ['ru', 'en'], default: ['en'] },
    resources: Object.fromEntries(
      Object.entries(texts).map(([language, translation]) => [language, { translation }]),
    ),
    // React escapes.
    interpolation: { escapeValue: false },
  })
}
