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

/** Something is done. */
export const showDone = (message: string): void => {
  void show({ message, color: 'teal', autoClose: 4000 })
}

/** Something was refused, where there is no field to say it at. */
export const showProblem = (t: Text, error: unknown): void => showRefused(problemText(t, error))

export const showRefused = (message: string): void => {
  void show({ message, color: 'red', autoClose: 10_000 })
}
