import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import { useOrganization } from '../api/use-organization.ts'

interface MomentInputProps
  extends Pick<
    DateTimePickerProps,
    'label' | 'error' | 'readOnly' | 'required' | 'clearable' | 'placeholder' | 'description' | 'aria-label'
  > {
  /** ISO 8601 time in UTC. */
  value: string | null
  onChange: (moment: string | null) => void
}

/** Input for a day and time in the time zone of the organization. */
export function MomentInput({ value, onChange, ...props }: MomentInputProps) {
  const timeZone = useOrganization()?.timeZone ?? 'UTC'
  return (
    <DateTimePicker
      value={value && toWallClock(value, timeZone)}
      onChange={(shown) => onChange(shown && fromWallClock(shown, timeZone))}
      {...props}
    />
  )
}
