import { notifications } from '@mantine/notifications'
import { problemText } from '../i18n/problem-text.ts'
import type { Text } from '../i18n/use-text.ts'

/** Something is done. */
export const showDone = (message: string): void => {
  notifications.show({ message, color: 'teal', autoClose: 4000 })
}

/** Something was refused, where there is no field to say it at. */
export const showProblem = (t: Text, error: unknown): void => showRefused(problemText(t, error))

export const showRefused = (message: string): void => {
  notifications.show({ message, color: 'red', autoClose: 10_000 })
}
