import { randomId } from '@mantine/hooks'
import type { NotificationData } from '@mantine/notifications'
import { problemText } from '../i18n/problem-text.ts'
import type { Text } from '../i18n/use-text.ts'

/** The library comes with the first message: no page needs it to be drawn. */
export async function show(message: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show(message)
}

export async function hide(id: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.hide(id)
}

let lastDone: string | undefined

/** Something is done. It takes the place of what was done before: on a phone several would cover the buttons of the page. */
export const showDone = (
  message: NotificationData['message'],
  more: Partial<NotificationData> = {},
): void => {
  if (lastDone) void hide(lastDone)
  lastDone = more.id ?? randomId()
  void show({ id: lastDone, message, color: 'teal', autoClose: 4000, ...more })
}

/** Something was refused, where there is no field to say it at. */
export const showProblem = (t: Text, error: unknown): void => showRefused(problemText(t, error))

export const showRefused = (message: string): void => {
  void show({ message, color: 'red', autoClose: 10_000 })
}
