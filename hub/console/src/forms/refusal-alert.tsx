import { Alert, type AlertProps } from '@mantine/core'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { intoView } from './into-view.ts'

/** Refusal of the hub that names no field: shown above the sent form. `refusal`: null when there is none. */
export function RefusalAlert({ refusal, ...props }: { refusal: unknown } & AlertProps) {
  const t = useText()
  if (refusal === null) return null
  return (
    <Alert ref={intoView} color="red" role="alert" {...props}>
      {problemText(t, refusal)}
    </Alert>
  )
}
