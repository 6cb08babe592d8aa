import { fillWords } from '../std/fill-words.ts'
import { localeOfFigures } from '../std/format.ts'
import type { Language } from '../std/languages.ts'
import { capitalized, NOUNS, OTHER_KINDS, VERBS } from './words.ts'

/** A change as stored in the log, in the terms of the API. */
export interface LoggedCommand {
  /** Action, such as `PUT /api/catalog/products/{id}` or `job product-import`. */
  action: string
  kind: string
  recordName: string | null
  changes: readonly {
    table: string
    name: string | null
    was: Record<string, unknown>
    now: Record<string, unknown>
  }[]
  changedRecords: number
}

type Noun = keyof typeof NOUNS
type Verb = keyof typeof VERBS

const isNoun = (word: string): word is Noun => Object.hasOwn(NOUNS, word)
const isVerb = (word: string): word is Verb => Object.hasOwn(VERBS, word)

const BY_METHOD: Record<string, Verb> = { POST: 'create', PUT: 'change', PATCH: 'change', DELETE: 'delete' }

/** Returns the verb and the noun for a change, or undefined when there are no words for it. */
export function wordsOfCommand({
  action,
  kind,
}: Pick<LoggedCommand, 'action' | 'kind'>): { verb: Verb; noun: Noun | undefined } | undefined {
  const [method = '', path = ''] = action.split(' ')
  const segments = path.split('/').filter((word) => word !== '' && word !== 'api' && word !== 'v1')
  const named = segments.filter((word) => !word.startsWith('{'))
  const tail = named.at(-1) ?? ''
  const pair = named.slice(-2).join('/')
  const own = isNoun(tail) ? tail : undefined
  const above = named.slice(0, -1).findLast(isNoun) ?? own ?? (isNoun(kind) ? kind : undefined)
  if (isVerb(kind) && OTHER_KINDS.includes(kind as never)) return { verb: kind, noun: above }
  if (isVerb(pair)) return { verb: pair, noun: above }
  const isLast = segments.at(-1) === tail
  // A DELETE disables what a POST enables.
  if (isLast && tail === 'enable' && method === 'DELETE') return { verb: 'disable', noun: above }
  if (isLast && isVerb(tail)) return { verb: tail, noun: above }
  const verb = BY_METHOD[method]
  const noun = own ?? above
  return verb && noun ? { verb, noun } : undefined
}

/**
 * Describes a change in one sentence, such as `Changed the price of Tea from 100 to 120`. In languages with
 * declension, nouns and names follow a colon. Returns the action itself when there are no words for it.
 */
export function sentenceOf(command: LoggedCommand, language: Language): string {
  return capitalized(priceSentence(command, language) ?? plainSentence(command, language), language)
}

function plainSentence(command: LoggedCommand, language: Language): string {
  const found = wordsOfCommand(command)
  if (!found) return command.action
  const name = command.recordName ?? (command.changes.length === 1 ? command.changes[0]?.name : null) ?? ''
  const noun = found.noun ? NOUNS[found.noun][language] : ''
  const what = [noun, name].filter(Boolean).join(' ')
  return fillWords(VERBS[found.verb][language], { what, name }).trim()
}

/** Returns a sentence when only prices were changed, otherwise undefined. */
function priceSentence(
  { recordName, changes, changedRecords }: LoggedCommand,
  language: Language,
): string | undefined {
  if (changes.length === 0 || changes.some(({ table }) => table !== 'productPrices')) return undefined
  const names = new Set(changes.map(({ name }) => name))
  if (changedRecords > changes.length || (names.size > 1 && recordName === null))
    return fillWords(VERBS.prices[language], { count: changedRecords })
  const [change] = changes
  const what = recordName ?? change?.name ?? ''
  if (!change || changes.length > 1) return fillWords(VERBS.price[language], { what })
  const number = new Intl.NumberFormat(localeOfFigures(language), { maximumFractionDigits: 4 })
  const inWords = (value: unknown) => (typeof value === 'number' ? number.format(value) : '–')
  const [was, now] = [inWords(change.was.value), inWords(change.now.value)]
  return fillWords(VERBS['price-from'][language], { what, was, now })
}
