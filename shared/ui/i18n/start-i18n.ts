import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#shared/std/languages.ts'
import { initialLanguage, keepLanguage } from './language.ts'

/**
 * Starts the translations in the language that was chosen here before, with the texts of the page and the
 * texts shared by all pages.
 */
export async function startI18n(texts: Partial<Record<Language, object>>): Promise<void> {
  i18next.on('languageChanged', (language) => {
    keepLanguage(language)
    document.documentElement.lang = language
  })
  await i18next.use(initReactI18next).init({
    lng: initialLanguage(),
    // A missing Kazakh text is shown in Russian rather than in English.
    fallbackLng: { kk: ['ru', 'en'], default: ['en'] },
    resources: Object.fromEntries(
      Object.entries(texts).map(([language, translation]) => [language, { translation }]),
    ),
    // React already escapes values.
    interpolation: { escapeValue: false },
  })
}
