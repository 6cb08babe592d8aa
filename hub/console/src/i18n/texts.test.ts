import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RowRefusalCode } from '#shared/contracts/catalog/change-sets.ts'
import { TroubleCode } from '#shared/contracts/till/till.ts'
import { FLAGS } from '#shared/flags/catalogue.ts'
import { type FlagSentence, kindsOf } from '#shared/flags/flag.ts'
import { ImportField, UnreadReason } from '#shared/imports/import-fields.ts'
import { REMARK_CODES, REMARKS } from '#shared/imports/remarks.ts'
import sharedEn from '#shared/ui/i18n/en.json' with { type: 'json' }
import { texts as enFirst } from './texts/en.ts'
import { texts as enPages } from './texts/en-pages.ts'
import { texts as kkFirst } from './texts/kk.ts'
import { texts as kkPages } from './texts/kk-pages.ts'
import { texts as ruFirst } from './texts/ru.ts'
import { texts as ruPages } from './texts/ru-pages.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Returns all texts of a language by their path. */
function texts(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + name, value]] : [...texts(value, `${prefix}${name}.`)],
    ),
  )
}

/** Merges both parts, because a section can have texts in both. */
const both = (first: object, pages: object) => new Map([...texts(first), ...texts(pages)])
const languages = {
  en: both(enFirst, enPages),
  ru: both(ruFirst, ruPages),
  kk: both(kkFirst, kkPages),
}
const stems = (all: Map<string, string>) =>
  [...new Set([...all.keys()].map((key) => key.replace(PLURAL, '')))].sort()
const braced = (name: string) => `{{${name}}}`
const variables = (text: string) => [...new Set(text.match(/{{\w+}}/g))].sort()

/** Returns the literal text keys in the sources of `folder`. Browser tests cover composed keys. */
function keysInSources(folder = '.'): string[] {
  const root = join(import.meta.dirname, '..', folder)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  return files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/\bt\(([^()]*)/g)].flatMap(([, args = '']) =>
      [...args.matchAll(/'(\w+\.[\w.]+)'/g)].map(([, key = '']) => key),
    ),
  )
}

/** Problem codes that no page can cause. */
const FOR_PROGRAMS = new Set([
  'agent_too_old',
  'pairing_code_invalid',
  'organization_required',
  'idempotency_key_invalid',
  'malformed_json',
  'nul_byte',
  'method_not_allowed',
  'range_not_satisfiable',
])

function refusalsOfTheHub(): string[] {
  const root = join(import.meta.dirname, '../../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('console'),
  )
  const found = files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/new Problem\(\s*'([a-z_]+)'/g)].map(
      ([, code = '']) => code,
    ),
  )
  expect(found).toContain('voucher_used')
  return [...new Set(found)]
}

describe('console texts', () => {
  it.each(['ru', 'kk'] as const)('defines the same keys in %s as in English', (language) => {
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

  it('defines every key used in the sources', () => {
    const known = new Set([...stems(languages.en), ...stems(texts(sharedEn))])
    expect(keysInSources().filter((key) => !known.has(key))).toEqual([])
  })

  it('provides a text for every problem code of the hub', () => {
    const known = both(enFirst, enPages)
    const named = refusalsOfTheHub().filter((code) => !FOR_PROGRAMS.has(code))
    expect(named.filter((code) => !known.has(`refused.${code}`))).toEqual([])
  })

  it('provides a text for every trouble code of a till', () => {
    const known = texts(enPages)
    expect(TroubleCode.options.filter((code) => !known.has(`trouble.${code}`))).toEqual([])
  })

  it('provides a text with all variables for every flag of uploads', () => {
    const known = texts(enPages)
    const sentences = Object.keys(FLAGS) as FlagSentence[]
    expect(sentences.filter((sentence) => !known.has(`flag.${sentence.split('.')[0]}`))).toEqual([])
    const named = sentences.map((sentence) => variables(known.get(`flagDetail.${sentence}`) ?? 'none'))
    expect(named).toEqual(
      sentences.map((sentence) => variables([...kindsOf(sentence).keys()].map(braced).join())),
    )
  })

  it('provides a text for every field of imported columns and every reason to ignore a column', () => {
    const known = new Set(texts(enPages).keys())
    const wanted = [
      ...ImportField.options.map((field) => `changeSets.field_${field}`),
      ...UnreadReason.options.map((reason) => `import.unread_${reason}`),
    ]
    expect(wanted.filter((key) => !known.has(key))).toEqual([])
  })

  it('provides a text for every row error of change sets and imports, without unknown variables', () => {
    const own = texts(enPages)
    const wanted = RowRefusalCode.options.filter((code) => code !== 'invalid_request')
    expect(wanted.filter((code) => !own.has(`remark.${code}`))).toEqual([])
    const unknown = REMARK_CODES.filter((code) => {
      const values = (REMARKS[code].match(/{\w+}/g) ?? []).map((name) => `{${name}}`)
      return variables(own.get(`remark.${code}`) ?? '').some((name) => !values.includes(name))
    })
    expect(unknown).toEqual([])
  })

  it.each(['shell', 'home', 'account'])('loads all texts of %s before those of the other pages', (folder) => {
    const first = new Set([...stems(texts(enFirst)), ...stems(texts(sharedEn))])
    expect(keysInSources(folder).filter((key) => !first.has(key))).toEqual([])
  })

  it('contains no empty text and overrides no shared section', () => {
    const all = Object.values(languages).flatMap((each) => [...each.values()])
    expect(all.filter((text) => !text.trim())).toEqual([])
    expect(Object.keys({ ...enFirst, ...enPages }).filter((section) => section in sharedEn)).toEqual([])
  })
})
