import type { FlaggedProduct, FlagValues } from '#shared/contracts/sales/retail-sales.ts'
import { FLAGS } from './catalogue.ts'

/** Key of the catalogue: a code, and after a point its case. */
export type FlagSentence = keyof typeof FLAGS
export type FlagCode = FlagSentence extends infer Sentence
  ? Sentence extends `${infer Code}.${string}`
    ? Code
    : Sentence
  : never

/**
 * Types of values by kind. money: major units; quantity and number: decimal; percent: 100 is a whole; time:
 * ISO 8601; tender: a type of payment, followed by a space and the number of the one meant.
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

/** Suspicious finding of the hub. */
export interface Flag {
  code: FlagCode
  /** Detail in English. */
  detail: string
  values: FlagValues
  lineNo?: number
  product?: FlaggedProduct
}

const VALUE = /{(\w+):(\w+)}/g

/** Returns a flag of the catalogue with the values of its sentence. */
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

/**
 * Returns the sentence of the catalogue for a flag; undefined: only its detail is known, or another version
 * of the hub made it.
 */
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

/** Returns the kind of each value of a sentence. */
export function kindsOf(sentence: FlagSentence): Map<string, FlagValueKind> {
  const named = FLAGS[sentence].matchAll(VALUE)
  return new Map([...named].map(([, name = '', kind]) => [name, kind as FlagValueKind]))
}
