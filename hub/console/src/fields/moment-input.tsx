import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import { useOrganization } from '../api/use-organization.ts'

interface MomentInputProps
  extends Pick<
    DateTimePickerProps,
    'label' | 'error' | 'readOnly' | 'required' | 'clearable' | 'placeholder' | 'description' | 'aria-label'
  > {
  /** UTC, ISO 8601. */
  value: string | null
  onChange: (moment: string | null) => void
}

/** Day and time in the time zone of the organization. */
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
