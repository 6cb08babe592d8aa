import { useEffect, useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'

const KEPT_MS = 300

interface KeptState {
  /** What was typed here before; null: nothing. */
  found: Draft | null
  /** Somebody has changed the document since. */
  isOld: boolean
}

/** What an earlier visit left unsaved, read once. */
export function useFoundDraft(base: string, id: string, version: number | null): KeptState {
  const [state] = useState<KeptState>(() => {
    const kept = keptDraft(base, id)
    return { found: kept?.draft ?? null, isOld: kept !== null && kept.version !== version }
  })
  return state
}

/** Keeps what is typed, soon after each key and at once when the tab is closed; null takes it away. */
export function useKeepDraft(base: string, id: string, version: number | null, draft: Draft | null): void {
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    const keep = () =>
      keepDraft(base, id, latest.current && { draft: latest.current, version, at: new Date().toISOString() })
    const timer = setTimeout(keep, draft ? KEPT_MS : 0)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [base, id, version, draft])
}
