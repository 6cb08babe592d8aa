import type { Values } from '../kinds/record/record-definition.ts'

/** A field whose value differs between the hub and the form. */
export interface Difference {
  name: string
  theirs: unknown
  mine: unknown
}

/** Values of a form, with its initial values. */
export interface Edited {
  /** Version of the initial values. Undefined when the record has none. */
  version: number | undefined
  begin: Values
  values: Values
  /** Fields in conflict with another user's save. Empty without a conflict. */
  differences: readonly Difference[]
}

/** Returns a value as text for comparison. Missing values equal null. */
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
 * Merges another user's save into the form. The user's own input is kept, and all other values are taken from
 * the save. `differences` lists each field that differs, and is empty if the user has entered nothing.
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

/** Returns the form after a save. Input made after the request was sent is kept. */
export function saved({ values }: Edited, sent: Values, now: Values, version: number | undefined): Edited {
  const later = Object.entries(values).filter(([name, value]) => textOf(value) !== textOf(sent[name]))
  return { ...begun(now, version), values: { ...now, ...Object.fromEntries(later) } }
}

const namesOf = (...all: Values[]): string[] => [...new Set(all.flatMap(Object.keys))]
