import { useEffect, useState } from 'react'

/** Gives the focus back to the previous element when the dialog is closed, so that keyboard users continue there. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus()
    },
    [before],
  )
}
