import { useState } from 'react'
import type { Values } from '../kinds/record/record-definition.ts'
import { begun, type Edited, isTyped, mergeSave, saved } from './edited.ts'

export interface EditedForm extends Edited {
  isDirty: boolean
  set: (name: string, value: unknown) => void
  /** Drops the input. */
  reset: () => void
  /** Notes a save; call it before others are notified of it. */
  noteSaved: (sent: Values, now: Values, version: number | undefined) => void
  /** Settles the conflict: the user need not be notified of it again. */
  settle: () => void
}

/**
 * Holds the input on top of the hub's values, which may change meanwhile: then every member without input
 * follows them, and `differences` lists the others that differ (docs/domain.md#concurrent-edits).
 */
export function useEdited(theirs: Values, version: number | undefined): EditedForm {
  const [edited, setEdited] = useState(() => begun(theirs, version))
  // A late response may be older than the saved values.
  const isNews = version !== edited.version && ((version ?? 0) > (edited.version ?? 0) || !isTyped(edited))
  if (isNews) setEdited({ version, begin: theirs, ...mergeSave(edited, theirs) })
  return {
    ...edited,
    isDirty: isTyped(edited),
    set: (name, value) => setEdited((now) => ({ ...now, values: { ...now.values, [name]: value } })),
    reset: () => setEdited((now) => begun(now.begin, now.version)),
    noteSaved: (sent, now, next) => setEdited((before) => saved(before, sent, now, next)),
    settle: () => setEdited((now) => ({ ...now, differences: [] })),
  }
}
