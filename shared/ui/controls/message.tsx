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

/** Maximum number of visible messages. More would cover the cart. */
const MOST_SHOWN = 3

/** Ids of the visible messages, oldest first. */
let shown: string[] = []

let onProblem = (): void => {}

/** Registers the listener that is called for each displayed problem, for example to play a sound. */
export function whenProblem(listener: () => void): void {
  onProblem = listener
}

export function clearMessages(): void {
  for (const id of shown) notifications.hide(id)
}

/** Shows a short message, such as a success, with an optional action. */
export function showMessage(text: string, action?: MessageAction): void {
  show(action ? 8000 : 4000, (id) => ({
    message: withAction(<Text>{text}</Text>, action, () => notifications.hide(id)),
    color: 'ink',
    withCloseButton: false,
  }))
}

/**
 * Shows a problem. It stays longer than a message, plays a sound on pages with sounds, and flashes the edge
 * of the page.
 */
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

/**
 * Shows a message and hides the oldest one when there are too many. The message disappears after `ms`
 * milliseconds, even under the pointer.
 */
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

/**
 * Hides a problem when the open dialog closes, because it belongs to that dialog. Success messages appear
 * after the dialog closes.
 */
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
