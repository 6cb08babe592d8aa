import i18next from 'i18next'
import { initialLanguage, type Language } from '#shared/ui/i18n/language.ts'
import { startI18n } from '#shared/ui/i18n/start-i18n.ts'

/** The texts of a language come when it is spoken. */
const TEXTS: Record<Language, () => Promise<{ texts: object }>> = {
  en: () => import('./texts/en.ts'),
  ru: () => import('./texts/ru.ts'),
  kk: () => import('./texts/kk.ts'),
}

/** Starts with the texts of the console in the language that was chosen here before. */
export async function startConsoleI18n(): Promise<void> {
  const language = initialLanguage()
  const { texts } = await TEXTS[language]()
  await startI18n({ [language]: texts })
}

export async function speak(language: Language): Promise<void> {
  const { texts } = await TEXTS[language]()
  i18next.addResourceBundle(language, 'translation', texts, true, true)
  await i18next.changeLanguage(language)
}
