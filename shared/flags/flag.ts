import type { FlaggedProduct, FlagValues } from '#shared/contracts/sales/retail-sales.ts'
import { FLAGS } from './catalogue.ts'

/** Key of the catalog: a code, followed by a period and the case when the code has several sentences. */
export type FlagSentence = keyof typeof FLAGS
export type FlagCode = FlagSentence extends infer Sentence
  ? Sentence extends `${infer Code}.${string}`
    ? Code
    : Sentence
  : never

/**
 * Types of values by kind. `money`: major units. `quantity` and `number`: decimal. `percent`: 100 is the
 * whole. `time`: ISO 8601. `tender`: a payment type, optionally followed by a space and the reference of the
 * payment, such as a voucher number.
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

/** Suspicious finding of the hub in an upload. */
export interface Flag {
  code: FlagCode
  /** English text of the finding. */
  detail: string
  values: FlagValues
  lineNo?: number
  product?: FlaggedProduct
}

const VALUE = /{(\w+):(\w+)}/g

/** Creates a flag from a sentence of the catalog and its values. */
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
 * Returns the catalog sentence of a flag. Returns undefined when only the detail is stored, or when this
 * version of the hub does not know the sentence.
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

/** Returns the kind of each value in a sentence. */
export function kindsOf(sentence: FlagSentence): Map<string, FlagValueKind> {
  const named = FLAGS[sentence].matchAll(VALUE)
  return new Map([...named].map(([, name = '', kind]) => [name, kind as FlagValueKind]))
}
