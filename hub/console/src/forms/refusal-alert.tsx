import { Alert, type AlertProps } from '@mantine/core'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { intoView } from './into-view.ts'

/** What the hub refused without naming a field: over the form that was sent. `refusal`: null when there is none. */
export function RefusalAlert({ refusal, ...props }: { refusal: unknown } & AlertProps) {
  const t = useText()
  if (refusal === null) return null
  return (
    <Alert ref={intoView} color="red" role="alert" {...props}>
      {problemText(t, refusal)}
    </Alert>
  )
}
