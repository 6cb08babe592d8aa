import { useEffect, useState } from 'react'

/** Gives the focus back, when the dialog is gone, to what had it before: whoever works by the keyboard goes on there. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus()
    },
    [before],
  )
}
