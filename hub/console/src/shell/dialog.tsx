import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** A dialog that is open while it is mounted. When it closes, the focus returns to the previously focused element. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn()
  return <Modal opened {...props} />
}

/** Returns the focus. Mantine does so only for a dialog that is closed before it is unmounted. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The focus moves to the body when the dialog is removed, which happens after this cleanup.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
