import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { openDialog } from './is-dialog-open.ts'

interface MessageAction {
  label: string
  onPress: () => void
}

/** A short message in the lower left corner, away from the total and from Pay. */
export function showMessage(text: string, action?: MessageAction): void {
  const id = notifications.show({
    message: withAction(<Text>{text}</Text>, action, () => notifications.hide(id)),
    autoClose: action ? 8000 : 4000,
    color: 'ink',
    withCloseButton: false,
  })
}

/** Something was refused: stays longer, and the edge of the page flashes, without a sound. */
export function showProblem(text: string, action?: MessageAction): void {
  const id = notifications.show({
    message: withAction(<Text fw={600}>{text}</Text>, action, () => notifications.hide(id)),
    color: 'red.8',
    autoClose: action ? 15_000 : 8000,
    role: 'alert',
    closeButtonProps: { 'aria-label': i18next.t('dialog.close') },
  })
  endWithDialog(id)
  flash()
}

/** What is refused while a dialog is open is about the dialog: it goes when the dialog goes. What was done is told after it. */
function endWithDialog(id: string): void {
  const dialog = openDialog()
  if (!dialog) return
  const observer = new MutationObserver(() => {
    if (dialog.isConnected) return
    observer.disconnect()
    notifications.hide(id)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function withAction(text: ReactNode, action: MessageAction | undefined, hide: () => void): ReactNode {
  if (!action) return text
  return (
    <Group justify="space-between" wrap="nowrap">
      {text}
      <Button
        variant="light"
        size="md"
        h={44}
        flex="none"
        onClick={() => {
          hide()
          action.onPress()
        }}
      >
        {action.label}
      </Button>
    </Group>
  )
}

function flash(): void {
  const frame = document.createElement('div')
  frame.className = 'flash'
  document.body.append(frame)
  const fading = frame.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 700, easing: 'ease-in' })
  fading.onfinish = () => frame.remove()
}
