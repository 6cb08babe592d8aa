import { useState } from 'react'
import type { Values } from '../kinds/record/record-definition.ts'
import { begun, type Edited, isTyped, meet, saved } from './edited.ts'

export interface EditedForm extends Edited {
  isDirty: boolean
  set: (name: string, value: unknown) => void
  /** Drops what was typed. */
  reset: () => void
  /** Called before others hear of what was saved. */
  noteSaved: (sent: Values, now: Values, version: number | undefined) => void
  /** Nobody has to be told any more that somebody else was faster. */
  settle: () => void
}

/**
 * What is typed over what the hub has, which may change meanwhile: then all that was not typed follows it, and `differences` says
 * what is not the same (docs/domain.md#two-people-on-one-thing).
 */
export function useEdited(theirs: Values, version: number | undefined): EditedForm {
  const [edited, setEdited] = useState(() => begun(theirs, version))
  // An answer that was late may be older than what was saved.
  const isNews = version !== edited.version && ((version ?? 0) > (edited.version ?? 0) || !isTyped(edited))
  if (isNews) setEdited({ version, begin: theirs, ...meet(edited, theirs) })
  return {
    ...edited,
    isDirty: isTyped(edited),
    set: (name, value) => setEdited((now) => ({ ...now, values: { ...now.values, [name]: value } })),
    reset: () => setEdited((now) => begun(now.begin, now.version)),
    noteSaved: (sent, now, next) => setEdited((before) => saved(before, sent, now, next)),
    settle: () => setEdited((now) => ({ ...now, differences: [] })),
  }
}
