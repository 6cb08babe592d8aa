import { currentSession } from '../../api/session.ts'
import type { Draft } from './document-definition.ts'

/** An unsaved draft stored in this browser, so that closing the tab loses nothing. */
export interface KeptDraft {
  draft: Draft
  /** Document on which the draft is based. */
  begin?: Draft
  /** Version of that document. Null for a new document. */
  version: number | null
  /** Time in UTC. */
  at: string
}

/** Returns a storage key that is specific to this user, so that other users of the browser do not get the draft. */
function keyOf(base: string, id: string): string {
  const session = currentSession()
  const person = session.state === 'signed-in' ? session.me.accountId : ''
  const organization = session.state === 'signed-in' ? (session.visit ?? session.me).organization?.id : ''
  return `counterfoil.draft ${person} ${organization} ${base} ${id}`
}

export function keptDraft(base: string, id: string): KeptDraft | null {
  const kept = localStorage.getItem(keyOf(base, id))
  if (kept === null) return null
  try {
    return JSON.parse(kept) as KeptDraft
  } catch {
    return null
  }
}

/** Stores the draft. A failure is ignored, because it must not interrupt the input. */
export function keepDraft(base: string, id: string, kept: KeptDraft | null): void {
  try {
    if (kept) localStorage.setItem(keyOf(base, id), JSON.stringify(kept))
    else localStorage.removeItem(keyOf(base, id))
  } catch {
    // The browser's storage is full or blocked.
  }
}
