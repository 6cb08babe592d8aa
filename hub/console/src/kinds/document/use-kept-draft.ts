import { useEffect, useRef, useState } from 'react'
import type { Draft } from './document-definition.ts'
import { type KeptDraft, keepDraft, keptDraft } from './kept-draft.ts'

const KEPT_MS = 300

/** Returns the unsaved draft of an earlier visit, or null. It is read only once. */
export function useFoundDraft(base: string, id: string): KeptDraft | null {
  const [kept] = useState(() => keptDraft(base, id))
  return kept
}

interface Typed {
  version: number | null
  /** Draft to store. Null removes the stored draft. */
  draft: Draft | null
  begin: Draft
}

/** Stores the input shortly after each change, and immediately when the tab is closed. */
export function useKeepDraft(base: string, id: string, { version, draft, begin }: Typed): void {
  const latest = useRef({ draft, begin })
  latest.current = { draft, begin }
  useEffect(() => {
    const keep = () => {
      const { draft, begin } = latest.current
      keepDraft(base, id, draft && { draft, begin, version, at: new Date().toISOString() })
    }
    const timer = setTimeout(keep, draft ? KEPT_MS : 0)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [base, id, version, draft])
}
