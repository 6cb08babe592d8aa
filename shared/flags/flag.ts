import type { FlaggedProduct, FlagValues } from '#shared/contracts/sales/retail-sales.ts'
import { FLAGS } from './catalogue.ts'

/** A code, and behind a point its case. */
export type FlagSentence = keyof typeof FLAGS
export type FlagCode = FlagSentence extends infer Sentence
  ? Sentence extends `${infer Code}.${string}`
    ? Code
    : Sentence
  : never

/**
 * What a value is. money: major units, quantity and number: decimal, percent: 100 is a whole, time: ISO 8601, tender: a type
 * of payment, behind a space the number of the one that is meant.
 */
interface Kinds {
  money: number
  quantity: number
  percent: number
  number: number
  time: string
  tender: string
  text: string
}
export type FlagValueKind = keyof Kinds

type ValuesIn<Says extends string> = Says extends `${string}{${infer Name}:${infer Kind}}${infer Rest}`
  ? { [K in Name]: Kind extends FlagValueKind ? Kinds[Kind] : never } & ValuesIn<Rest>
  : unknown
type ValuesOf<Sentence extends FlagSentence> = ValuesIn<(typeof FLAGS)[Sentence]>

/** Something odd that the hub has found. */
export interface Flag {
  code: FlagCode
  /** English. */
  detail: string
  values: FlagValues
  lineNo?: number
  product?: FlaggedProduct
}

const VALUE = /{(\w+):(\w+)}/g

/** A flag of the catalogue, with what its sentence names. */
export function flag<Sentence extends FlagSentence>(
  sentence: Sentence,
  ...[given]: unknown extends ValuesOf<Sentence> ? [] : [ValuesOf<Sentence>]
): Flag {
  const [code, which] = sentence.split('.')
  const values = given as FlagValues | undefined
  return {
    code: code as FlagCode,
    detail: FLAGS[sentence].replace(VALUE, (_, name: string) => String(values?.[name])),
    values: { ...(which && { case: which }), ...values },
  }
}

/** Which sentence of the catalogue a flag is; undefined: its detail alone says it, or another version of the hub has made it. */
export function sentenceOf({
  code,
  values,
}: {
  code: string
  values?: FlagValues | undefined
}): FlagSentence | undefined {
  if (!values) return undefined
  const sentence = values.case ? `${code}.${values.case}` : code
  return Object.hasOwn(FLAGS, sentence) ? (sentence as FlagSentence) : undefined
}

/** The kind of each value of a sentence. */
export function kindsOf(sentence: FlagSentence): Map<string, FlagValueKind> {
  const named = FLAGS[sentence].matchAll(VALUE)
  return new Map([...named].map(([, name = '', kind]) => [name, kind as FlagValueKind]))
}
