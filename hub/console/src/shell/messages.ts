import { randomId } from '@mantine/hooks'
import type { NotificationData } from '@mantine/notifications'
import { problemText } from '../i18n/problem-text.ts'
import type { Text } from '../i18n/use-text.ts'

/** Shows a message. The library is loaded with the first one, because no page needs it to render. */
async function show(message: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show(message)
}

export async function hide(id: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.hide(id)
}

let lastDone: string | undefined

/**
 * Shows a success message. It replaces the previous one, because on a phone several messages would cover the
 * buttons of the page.
 */
export const showDone = (
  message: NotificationData['message'],
  more: Partial<NotificationData> = {},
): void => {
  if (lastDone) void hide(lastDone)
  lastDone = more.id ?? randomId()
  void show({ id: lastDone, message, color: 'teal', autoClose: 4000, ...more })
}

/** Shows an error that concerns no form field. */
export const showProblem = (t: Text, error: unknown): void => showRefused(problemText(t, error))

export const showRefused = (message: string): void => {
  void show({ message, color: 'red', autoClose: 10_000 })
}
