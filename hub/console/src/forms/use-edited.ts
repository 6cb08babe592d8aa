import { useState } from 'react'
import type { Values } from '../kinds/record/record-definition.ts'
import { begun, type Edited, isTyped, mergeSave, saved } from './edited.ts'

export interface EditedForm extends Edited {
  isDirty: boolean
  set: (name: string, value: unknown) => void
  /** Discards the input. */
  reset: () => void
  /** Records a save. Call it before other components are notified of it. */
  noteSaved: (sent: Values, now: Values, version: number | undefined) => void
  /** Marks the conflict as resolved, so that the user is not notified again. */
  settle: () => void
}

/**
 * Keeps the user's input on top of the hub's values. When these change, every field without input takes over
 * the new value, and `differences` lists the other fields that differ (docs/domain.md#concurrent-edits).
 */
export function useEdited(theirs: Values, version: number | undefined): EditedForm {
  const [edited, setEdited] = useState(() => begun(theirs, version))
  // A late response can be older than the saved values.
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
