import { currentSession } from '../../api/session.ts'
import type { Draft } from './draft.ts'

/** A draft that is not saved, in this browser: a closed tab loses nothing. */
export interface KeptDraft {
  draft: Draft
  /** The document that the draft was begun from. */
  begin?: Draft
  /** Of the document that it was begun from; null: of a new one. */
  version: number | null
  /** UTC. */
  at: string
}

/** Of this person alone: others who use the browser are not offered it. */
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

/** A browser that keeps nothing, or no more, is no reason to stop typing. */
export function keepDraft(base: string, id: string, kept: KeptDraft | null): void {
  try {
    if (kept) localStorage.setItem(keyOf(base, id), JSON.stringify(kept))
    else localStorage.removeItem(keyOf(base, id))
  } catch {
    // The store of the browser is full, or closed to pages.
  }
}
