import type { Tree } from './json-text.ts'
import { choicesOf, resolve, type Schema, typesOf } from './schema.ts'
import { type Ground, validValue } from './valid-value.ts'

/** Position in a body, such as #/lines/0/price. */
export interface Place {
  pointer: string
  /** Resolved schema without null. */
  schema: Schema
}

/** Overrides for single places of a body. Undefined means any valid value. */
export interface Wishes {
  value?(place: Place): Tree | undefined
  /** Returns the number of items for a list. */
  count?(place: Place): number | undefined
}

/** Values at the bounds of a schema, and values one step outside of them. */
export interface Bounds {
  least?: Tree
  most?: Tree
  below?: Tree
  beyond?: Tree
}

const STEP = 0.01
const LONGEST_LIST = 100

/** Returns a body with all members. `option` selects the option of each union. */
export function fullBody(
  ground: Ground,
  given: Schema | undefined,
  option: number,
  wishes: Wishes = {},
  pointer = '#',
): Tree {
  const schema = present(ground.document, given)
  if (schema.const !== undefined) return schema.const as Tree
  // A member with a single possible value identifies an option of a union.
  if (schema.enum?.length === 1) return schema.enum[0] as Tree
  const place = { pointer, schema }
  const wished = wishes.value?.(place)
  if (wished !== undefined) return wished
  const choices = choicesOf(schema).filter((each) => !isNull(ground.document, each))
  if (choices.length > 0) return fullBody(ground, choices[option % choices.length], option, wishes, pointer)
  switch (typesOf(schema)[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([, member]) => !present(ground.document, member).readOnly)
          .map(([name, member]) => [
            name,
            fullBody(ground, member, option, wishes, `${pointer}/${name.replaceAll('/', '~1')}`),
          ]),
      )
    case 'array': {
      const count = wishes.count?.(place) ?? Math.max(1, schema.minItems ?? 0)
      return Array.from({ length: count }, (_, i) =>
        fullBody(ground, schema.items, option, wishes, `${pointer}/${i}`),
      )
    }
    default:
      return validValue(ground, schema, pointer.split('/').at(-1) ?? '')
  }
}

/** Returns the places in a body, and the number of options in its largest union. */
export function placesOf(
  ground: Ground,
  schema: Schema,
  option: number,
): { places: Place[]; options: number } {
  const places: Place[] = []
  let options = 1
  fullBody(ground, schema, option, {
    value: (place) => {
      places.push(place)
      options = Math.max(options, choicesOf(place.schema).length)
      return undefined
    },
  })
  return { places, options }
}

export function boundsOf(schema: Schema): Bounds {
  const { enum: values, maxLength, minLength = 0 } = schema
  if (values) {
    const other = typeof values[0] === 'number' ? -12_345 : 'none of them'
    return { least: values[0] as Tree, most: values.at(-1) as Tree, below: other }
  }
  switch (typesOf(schema)[0]) {
    case 'integer':
      return numberBounds(schema, 1)
    case 'number':
      return numberBounds(schema, STEP)
    case 'string': {
      const isFree = !schema.format && !schema.pattern
      return {
        ...(isFree && minLength > 0 && { least: 'x'.repeat(minLength) }),
        ...(minLength > 0 && { below: 'x'.repeat(minLength - 1) }),
        ...(maxLength !== undefined && { beyond: 'x'.repeat(maxLength + 1) }),
        ...(isFree && maxLength !== undefined && { most: 'x'.repeat(maxLength) }),
      }
    }
    default:
      return {}
  }
}

/**
 * Returns the maximum number of items in a list plus one. Returns undefined when there is no maximum or it is
 * too large to try.
 */
export const tooMany = ({ maxItems }: Schema): number | undefined =>
  maxItems !== undefined && maxItems <= LONGEST_LIST ? maxItems + 1 : undefined

function numberBounds(schema: Schema, step: number): Bounds {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema
  const add = (value: number, more: number) => Number((value + more).toFixed(2))
  return {
    ...(minimum !== undefined && { least: minimum, below: add(minimum, -step) }),
    ...(exclusiveMinimum !== undefined && { least: add(exclusiveMinimum, step), below: exclusiveMinimum }),
    ...(maximum !== undefined && { most: maximum, beyond: add(maximum, step) }),
    ...(exclusiveMaximum !== undefined && { most: add(exclusiveMaximum, -step), beyond: exclusiveMaximum }),
  }
}

/** Returns the resolved schema with merged parts and without the type null. */
export function present(document: object, given: Schema | undefined): Schema {
  const { allOf, ...own } = resolve(document, given)
  const schema = Object.assign({}, ...(allOf ?? []).map((each) => present(document, each)), own) as Schema
  const types = typesOf(schema).filter((type) => type !== 'null')
  return types.length > 0 ? { ...schema, type: types } : schema
}

const isNull = (document: object, schema: Schema): boolean => {
  const types = typesOf(resolve(document, schema))
  return types.length === 1 && types[0] === 'null'
}

/** Returns the places of members that the schema does not describe. */
export function undescribed(document: object, given: Schema | undefined, value: unknown, at = '#'): string[] {
  if (value === null || typeof value !== 'object') return []
  const schema = present(document, given)
  const choices = choicesOf(schema)
  if (choices.length > 0) {
    const found = choices.map((each) => undescribed(document, each, value, at))
    return found.reduce((best, each) => (each.length < best.length ? each : best))
  }
  // A schema without a type allows any value.
  if (!schema.type) return []
  if (Array.isArray(value)) return value.flatMap((each) => undescribed(document, schema.items, each, at))
  const { properties = {}, additionalProperties } = schema
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return Object.entries(value).flatMap(([name, member]) => {
    const described = properties[name] ?? others
    if (described) return undescribed(document, described, member, `${at}/${name}`)
    return additionalProperties === true ? [] : [`${at}/${name}`]
  })
}
