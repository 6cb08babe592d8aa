import { useEffect, useState } from 'react'

/**
 * Returns the focus to the previously focused element when the dialog closes, so that keyboard users continue
 * there.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus()
    },
    [before],
  )
}
