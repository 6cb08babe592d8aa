import type { Values } from '../kinds/record/record-definition.ts'

/** A member that differs between the hub and the form. */
export interface Difference {
  name: string
  theirs: unknown
  mine: unknown
}

/** The values in a form, and its initial values. */
export interface Edited {
  /** Version of the initial values; undefined: the record has none. */
  version: number | undefined
  begin: Values
  values: Values
  /** Fields in conflict since another user saved; empty: none. */
  differences: readonly Difference[]
}

/** Returns a value as text, equal for equal values; an empty value becomes null. */
export const textOf = (value: unknown): string => JSON.stringify(value ?? null)

export const begun = (values: Values, version: number | undefined): Edited => ({
  version,
  values,
  begin: values,
  differences: [],
})

export const isTyped = ({ begin, values }: Pick<Edited, 'begin' | 'values'>): boolean =>
  namesOf(begin, values).some((name) => textOf(values[name]) !== textOf(begin[name]))

/**
 * Merges another user's save: the own input stays, all other values are theirs. `differences` has each member
 * that differs; it is empty without input.
 */
export function mergeSave(
  { begin, values }: Pick<Edited, 'begin' | 'values'>,
  theirs: Values,
  asText = textOf,
): Pick<Edited, 'values' | 'differences'> {
  const isSame = (one: unknown, other: unknown): boolean => asText(one) === asText(other)
  const differences = namesOf(theirs, values).flatMap((name) =>
    isSame(values[name], theirs[name]) ? [] : [{ name, theirs: theirs[name], mine: values[name] }],
  )
  const typed = differences.filter(({ name, mine }) => !isSame(mine, begin[name]))
  if (typed.length === 0) return { values: theirs, differences: [] }
  return {
    values: { ...theirs, ...Object.fromEntries(typed.map(({ name, mine }) => [name, mine])) },
    differences,
  }
}

/** Returns the form after a save. Input made after it was sent stays. */
export function saved({ values }: Edited, sent: Values, now: Values, version: number | undefined): Edited {
  const later = Object.entries(values).filter(([name, value]) => textOf(value) !== textOf(sent[name]))
  return { ...begun(now, version), values: { ...now, ...Object.fromEntries(later) } }
}

const namesOf = (...all: Values[]): string[] => [...new Set(all.flatMap(Object.keys))]
