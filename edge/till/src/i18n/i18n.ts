import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from './en.json' with { type: 'json' }
import { initialLanguage, keepLanguage } from './language.ts'
import ru from './ru.json' with { type: 'json' }

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
    returnNull: false
  }
}

export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    keepLanguage(language)
    document.documentElement.lang = language
  })
  await i18next.use(initReactI18next).init({
    lng: initialLanguage(),
    fallbackLng: 'en',
    resources: { en: { translation: en }, ru: { translation: ru } },
    // React escapes.
    interpolation: { escapeValue: false },
  })
}
