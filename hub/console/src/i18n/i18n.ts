import i18next from 'i18next'
import type { Language } from '#shared/std/languages.ts'
import { initialLanguage } from '#shared/ui/i18n/language.ts'
import { startI18n } from '#shared/ui/i18n/start-i18n.ts'

interface Texts {
  /** Texts shared by all pages, and those of the first page and of the page frame. */
  first: () => Promise<[{ default: object }, { texts: object }]>
  /** Texts of all other pages. */
  pages: () => Promise<{ texts: object }>
}

/** Texts by language, loaded when the language is first used. */
const TEXTS: Record<Language, Texts> = {
  en: {
    first: () => Promise.all([import('#shared/ui/i18n/en.json'), import('./texts/en.ts')]),
    pages: () => import('./texts/en-pages.ts'),
  },
  ru: {
    first: () => Promise.all([import('#shared/ui/i18n/ru.json'), import('./texts/ru.ts')]),
    pages: () => import('./texts/ru-pages.ts'),
  },
  kk: {
    first: () => Promise.all([import('#shared/ui/i18n/kk.json'), import('./texts/kk.ts')]),
    pages: () => import('./texts/kk-pages.ts'),
  },
}

/** Languages whose page texts are loaded. */
const whole = new Set<Language>()

async function firstTexts(language: Language): Promise<object> {
  const [shared, own] = await TEXTS[language].first()
  return { ...shared.default, ...own.texts }
}

/** Starts i18n with the texts needed first, in the language chosen earlier in this browser. */
export async function startConsoleI18n(): Promise<void> {
  const language = initialLanguage()
  await startI18n({ [language]: await firstTexts(language) })
}

/** Loads the texts of all other pages, by default in the current language. */
export async function textsOfPages(language = i18next.language as Language): Promise<void> {
  if (whole.has(language)) return
  add(language, (await TEXTS[language].pages()).texts)
  whole.add(language)
}

export async function speak(language: Language): Promise<void> {
  const [first] = await Promise.all([firstTexts(language), textsOfPages(language)])
  add(language, first)
  await i18next.changeLanguage(language)
}

const add = (language: Language, texts: object): void => {
  i18next.addResourceBundle(language, 'translation', texts, true, true)
}
