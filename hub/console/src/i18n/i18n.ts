import i18next from 'i18next'
import { initialLanguage, type Language } from '#shared/ui/i18n/language.ts'
import { startI18n } from '#shared/ui/i18n/start-i18n.ts'

/** The texts of a language, those that all pages have and those of the console, come when it is spoken. */
const TEXTS: Record<Language, () => Promise<[{ default: object }, { texts: object }]>> = {
  en: () => Promise.all([import('#shared/ui/i18n/en.json'), import('./texts/en.ts')]),
  ru: () => Promise.all([import('#shared/ui/i18n/ru.json'), import('./texts/ru.ts')]),
  kk: () => Promise.all([import('#shared/ui/i18n/kk.json'), import('./texts/kk.ts')]),
}

async function textsOf(language: Language): Promise<object> {
  const [shared, own] = await TEXTS[language]()
  return { ...shared.default, ...own.texts }
}

/** Starts with the texts of the console in the language that was chosen here before. */
export async function startConsoleI18n(): Promise<void> {
  const language = initialLanguage()
  await startI18n({ [language]: await textsOf(language) })
}

export async function speak(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await textsOf(language), true, true)
  await i18next.changeLanguage(language)
}
