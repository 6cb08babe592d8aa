import { gs1CheckDigit } from '#shared/domain/barcode.ts'
import { newId } from '#shared/std/ids.ts'
import type { Random } from '#test/support/random.ts'
import type { Tree } from './json-text.ts'
import type { Known } from './known.ts'
import { choicesOf, resolve, type Schema, typesOf } from './schema.ts'

export interface Ground {
  document: object
  known: Known
  random: Random
}

/** Alternative member names for the same kind of record. */
const ALSO: Record<string, string> = {
  supplierId: 'counterpartyId',
  customerId: 'counterpartyId',
  cashierId: 'employeeId',
}
const WORDS = ['Чай', 'Tea', 'Milk 3,2%', 'Ёлка', 'O’Neill & Söhne', 'Хлеб «Бородинский»', '茶', 'A-1']
/** Members that make other operations fail when they are true. */
const HINDRANCES = /^is(Archived|Revoked)$/

/** Names of members that can have fractions. Other numbers are whole. */
const HAS_PARTS = /price|cost|sum|amount|value|percent/i

let words = 0

/**
 * Returns a value that usually fits the schema. Facts that a schema cannot express, such as existing ids,
 * come from `known`.
 */
export function validValue(ground: Ground, given: Schema | undefined, name = ''): Tree {
  const { document, random } = ground
  const schema = resolve(document, given)
  if (schema.const !== undefined) return schema.const as Tree
  if (schema.enum) return random.pick(schema.enum) as Tree
  const choices = choicesOf(schema)
  if (choices.length > 0) return validValue(ground, chosen(choices, random), name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => validValue(ground, each, name)))
  const types = typesOf(schema)
  const real = types.filter((type) => type !== 'null')
  if (types.includes('null') && (real.length === 0 || random.chance(0.3))) return null
  switch (real[0]) {
    case 'object':
      return validObject(ground, schema)
    case 'array': {
      const least = schema.minItems ?? 0
      const count = Math.max(least, Math.min(schema.maxItems ?? 3, random.between(1, 3)))
      const items = Array.from({ length: count }, () =>
        validValue(ground, schema.items, name.replace(/s$/, '')),
      )
      return unlike(items)
    }
    case 'boolean':
      return HINDRANCES.test(name)
        ? random.chance(0.03)
        : /^(isActive|allow)/.test(name) || random.chance(0.5)
    case 'integer':
    case 'number':
      return validNumber(ground, schema, name, real[0] === 'integer')
    case 'string':
      return validText(ground, schema, name)
    default:
      return null
  }
}

/** Removes duplicates, because most lists must not contain the same thing twice. */
function unlike(items: Tree[]): Tree[] {
  const keyOf = (item: Tree): unknown => {
    const id = Object.entries(item ?? {}).find(([name]) => /.Id$/.test(name))?.[1]
    return id ?? (typeof item === 'object' ? JSON.stringify(item) : item)
  }
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

/** Returns the first option in most cases, because it is the usual one, such as a value instead of null. */
const chosen = (choices: Schema[], random: Random): Schema | undefined =>
  random.chance(0.6) ? choices[0] : random.pick(choices)

function validObject(ground: Ground, schema: Schema): Tree {
  const { properties = {}, required = [] } = schema
  const { random } = ground
  const share = random.pick([0.1, 0.3, 0.6])
  const made: { [name: string]: Tree } = {}
  for (const [name, member] of Object.entries(properties)) {
    // A given id is a special case, so it is rare.
    const isList = typesOf(resolve(ground.document, member)).includes('array')
    const isWanted = random.chance(name === 'id' ? 0.1 : isList ? 0.8 : share)
    if (required.includes(name) || isWanted) made[name] = validValue(ground, member, name)
  }
  if (typeof made.value === 'string' && 'type' in made && isOfBarcodes(ground.document, properties.type))
    made.value = validBarcode(made, random)
  return made
}

const isOfBarcodes = (document: object, type: Schema | undefined): boolean =>
  resolve(document, type).enum?.includes('Ean13') ?? false

function validBarcode(barcode: { [name: string]: Tree }, random: Random): string {
  const digits = { Ean13: 12, Ean8: 7, UpcA: 11, Gtin: 13 }[barcode.type as string]
  const text = Array.from({ length: digits ?? 9 }, () => random.below(10)).join('')
  return digits === undefined ? text : `${text}${gs1CheckDigit(text)}`
}

function validNumber({ known, random }: Ground, schema: Schema, name: string, isInteger: boolean): number {
  const found = random.chance(0.3) && name !== '' ? known.find(name, random) : undefined
  if (typeof found === 'number' && found > 0 && found <= (schema.maximum ?? found)) return found
  const { minimum, exclusiveMinimum, maximum = 1e9, exclusiveMaximum } = schema
  const least = Math.max(minimum ?? 0, exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1)
  const most = Math.min(maximum, exclusiveMaximum === undefined ? maximum : exclusiveMaximum - 1, least + 99)
  const whole = random.between(Math.ceil(least), Math.floor(Math.max(least, most)))
  return isInteger || whole + 1 > most || !HAS_PARTS.test(name) ? whole : whole + random.below(100) / 100
}

function validText(ground: Ground, schema: Schema, name: string): string {
  const { known, random } = ground
  const { format, pattern, description = '', minLength = 0, maxLength = 100 } = schema
  if (format === 'uuid') {
    const found = name === 'id' ? undefined : known.find(ALSO[name] ?? name, random)
    return typeof found === 'string' ? found : newId()
  }
  const distance = random.spread(60_000, 40 * 86_400_000)
  const at = new Date(Date.now() + (name === 'startsAt' ? distance : -distance))
  if (format === 'date-time') return at.toISOString()
  if (format === 'date') return at.toISOString().slice(0, 10)
  if (format === 'email' || name === 'email') return `fuzz-${newId()}@shop.test`
  if (format === 'uri') return 'http://127.0.0.1:9'
  const sortable = /One of: ([\w, ]+)/.exec(description)?.[1]
  if (sortable) return `${random.chance(0.5) ? '-' : ''}${random.pick(sortable.split(', '))}`
  if (pattern) return ofPattern(pattern, random)
  const found = random.chance(0.25) ? known.find(name, random) : undefined
  if (typeof found === 'string' && found.length <= maxLength) return found
  words += 1
  const text = `${random.pick(WORDS)} ${random.below(1e6)}-${words}`
  return text.padEnd(minLength, 'x').slice(0, maxLength).trimEnd()
}

/** Returns a matching text for simple patterns such as ^\d{4,6}$, and an empty text for others. */
function ofPattern(pattern: string, random: Random): string {
  const simple = /^\^(\\d|\[A-Z\])\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern)
  if (!simple) return ''
  const [, kind, least = '1', most = least] = simple
  const draw = () => (kind === '\\d' ? String(random.below(10)) : String.fromCharCode(65 + random.below(26)))
  return Array.from({ length: random.between(Math.max(1, Number(least)), Number(most)) }, draw).join('')
}
