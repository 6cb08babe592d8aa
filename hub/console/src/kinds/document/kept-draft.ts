import { currentSession } from '../../api/session.ts'
import type { Draft } from './document-definition.ts'

/** An unsaved draft stored in this browser: a closed tab loses nothing. */
export interface KeptDraft {
  draft: Draft
  /** Document from which the draft began. */
  begin?: Draft
  /** Version of that document; null: a new one. */
  version: number | null
  /** UTC. */
  at: string
}

/** Returns a storage key of this user: other users of the browser do not get the draft. */
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

/** Stores the draft; a browser that cannot store it must not stop the input. */
export function keepDraft(base: string, id: string, kept: KeptDraft | null): void {
  try {
    if (kept) localStorage.setItem(keyOf(base, id), JSON.stringify(kept))
    else localStorage.removeItem(keyOf(base, id))
  } catch {
    // The browser's storage is full, or closed to pages.
  }
}
