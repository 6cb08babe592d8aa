import { Alert, type AlertProps } from '@mantine/core'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { intoView } from './into-view.ts'

/**
 * Error of the hub that does not concern a specific field, shown above the form. Renders nothing when
 * `refusal` is null.
 */
export function RefusalAlert({ refusal, ...props }: { refusal: unknown } & AlertProps) {
  const t = useText()
  if (refusal === null) return null
  return (
    <Alert ref={intoView} color="red" role="alert" {...props}>
      {problemText(t, refusal)}
    </Alert>
  )
}
