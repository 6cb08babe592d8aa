import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { newId } from '#shared/std/ids.ts'
import { openDialog } from './is-dialog-open.ts'

interface MessageAction {
  label: string
  onPress: () => void
}

/** More at once would cover the cart. */
const MOST_SHOWN = 3

/** Those on the screen, the oldest first. */
let shown: string[] = []

let onProblem = (): void => {}

/** `listener` is called with each refusal that is shown, as to make it heard. */
export function whenProblem(listener: () => void): void {
  onProblem = listener
}

/** Hides all messages. */
export function clearMessages(): void {
  for (const id of shown) notifications.hide(id)
}

/** A short message. */
export function showMessage(text: string, action?: MessageAction): void {
  show(action ? 8000 : 4000, (id) => ({
    message: withAction(<Text>{text}</Text>, action, () => notifications.hide(id)),
    color: 'ink',
    withCloseButton: false,
  }))
}

/** Something was refused: stays longer, is heard where the page makes sounds, and the edge of the page flashes. */
export function showProblem(text: string, action?: MessageAction): void {
  const id = show(action ? 15_000 : 8000, (id) => ({
    message: withAction(<Text fw={600}>{text}</Text>, action, () => notifications.hide(id)),
    color: 'red.8',
    role: 'alert',
    closeButtonProps: { 'aria-label': i18next.t('dialog.close') },
  }))
  endWithDialog(id)
  flash()
  onProblem()
}

/** The newest is always seen: the oldest makes room. It goes after `ms`, wherever the mouse rests. */
function show(ms: number, made: (id: string) => NotificationData): string {
  const id = newId()
  for (const old of shown.slice(0, Math.max(0, shown.length - MOST_SHOWN + 1))) notifications.hide(old)
  shown.push(id)
  notifications.show({
    ...made(id),
    id,
    autoClose: false,
    onClose: () => {
      shown = shown.filter((other) => other !== id)
    },
  })
  setTimeout(() => notifications.hide(id), ms)
  return id
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
