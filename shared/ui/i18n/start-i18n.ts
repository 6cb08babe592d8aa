import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from './en.json' with { type: 'json' }
import kk from './kk.json' with { type: 'json' }
import { initialLanguage, keepLanguage, type Language } from './language.ts'
import ru from './ru.json' with { type: 'json' }

/** The texts that all pages have; each page declares its own beside them (CustomTypeOptions of i18next). */
export type SharedTexts = typeof en

const SHARED: Record<Language, object> = { en, ru, kk }

/** Speaks the language that was chosen here before, with the texts of the page beside those that all pages have. */
export async function startI18n(texts: Partial<Record<Language, object>>): Promise<void> {
  i18next.on('languageChanged', (language) => {
    keepLanguage(language)
    document.documentElement.lang = language
  })
  const translationOf = (language: Language) => ({ translation: { ...SHARED[language], ...texts[language] } })
  await i18next.use(initReactI18next).init({
    lng: initialLanguage(),
    // A Kazakh text that is missing is read in Russian rather than in English.
    fallbackLng: { kk: ['ru', 'en'], default: ['en'] },
    resources: { en: translationOf('en'), ru: translationOf('ru'), kk: translationOf('kk') },
    // React escapes.
    interpolation: { escapeValue: false },
  })
}
