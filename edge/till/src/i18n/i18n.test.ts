import { describe, expect, it } from 'vitest'
import { TroubleCode } from '#shared/contracts/till/till.ts'
import { PROBLEMS } from '#shared/problems/catalogue.ts'
import sharedEn from '#shared/ui/i18n/en.json' with { type: 'json' }
import sharedKk from '#shared/ui/i18n/kk.json' with { type: 'json' }
import sharedRu from '#shared/ui/i18n/ru.json' with { type: 'json' }
import tillEn from './en.json' with { type: 'json' }
import tillKk from './kk.json' with { type: 'json' }
import tillRu from './ru.json' with { type: 'json' }

const en = { ...sharedEn, ...tillEn }
const ru = { ...sharedRu, ...tillRu }
const kk = { ...sharedKk, ...tillKk }

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Returns all texts of a language by their path. */
function texts(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + name, value]] : [...texts(value, `${prefix}${name}.`)],
    ),
  )
}

const languages = { en: texts(en), ru: texts(ru), kk: texts(kk) }
const stems = (all: Map<string, string>) =>
  [...new Set([...all.keys()].map((key) => key.replace(PLURAL, '')))].sort()
const variables = (text: string) => [...new Set(text.match(/{{\w+}}/g))].sort()

describe('translations', () => {
  it.each(['ru', 'kk'] as const)('uses the same keys in %s as in English', (language) => {
    expect(stems(languages[language])).toEqual(stems(languages.en))
  })

  it.each(Object.entries(languages))('defines every plural form in %s', (language, all) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const plurals = [...all.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ''))
    const wanted = [...new Set(plurals)].flatMap((stem) => pluralCategories.map((form) => `${stem}_${form}`))
    expect(wanted.filter((key) => !all.has(key))).toEqual([])
  })

  it.each(['ru', 'kk'] as const)('uses the same variables in %s as in English', (language) => {
    const differing = [...languages.en].filter(([key, text]) => {
      const other = languages[language].get(key)
      return other !== undefined && variables(other).join() !== variables(text).join()
    })
    expect(differing).toEqual([])
  })

  it('overrides no section shared by all pages', () => {
    expect(Object.keys(tillEn).filter((section) => section in sharedEn)).toEqual([])
  })

  it('contains no empty text', () => {
    expect(
      Object.values(languages).flatMap((all) => [...all.values()].filter((text) => !text.trim())),
    ).toEqual([])
  })

  it('translates every trouble code', () => {
    expect(Object.keys(ru.trouble).sort()).toEqual([...TroubleCode.options].sort())
  })

  it('contains no texts for unknown problem codes', () => {
    expect(Object.keys(en.problem).filter((code) => !(code in PROBLEMS))).toEqual([])
  })
})
