import type { Values } from '../kinds/record/record-definition.ts'

/** A member that is not the same at the hub and in the form. */
export interface Difference {
  name: string
  theirs: unknown
  mine: unknown
}

/** The values in a form, and those that it was begun from. */
export interface Edited {
  /** The version that the form was begun from; undefined: the record has none. */
  version: number | undefined
  begin: Values
  values: Values
  /** The fields in conflict since somebody else was faster; empty: nobody was. */
  differences: readonly Difference[]
}

/** A value as text that is equal for equal ones; what is empty is null. */
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
 * Somebody else has saved meanwhile: what was typed stays, all else is theirs. `differences` has each member that is not the same;
 * it is empty when nothing was typed.
 */
export function meet(
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

/** The form was saved. What was typed after it was sent stays. */
export function saved({ values }: Edited, sent: Values, now: Values, version: number | undefined): Edited {
  const later = Object.entries(values).filter(([name, value]) => textOf(value) !== textOf(sent[name]))
  return { ...begun(now, version), values: { ...now, ...Object.fromEntries(later) } }
}

const namesOf = (...all: Values[]): string[] => [...new Set(all.flatMap(Object.keys))]
