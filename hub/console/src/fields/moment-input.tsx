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

/** A day and a time by the clocks of the organization. */
export function MomentInput({ value, onChange, ...props }: MomentInputProps) {
  const timeZone = useOrganization()?.timeZone ?? 'UTC'
  return (
    <DateTimePicker
      valueFormat="DD.MM.YYYY HH:mm"
      value={value && toWallClock(value, timeZone)}
      onChange={(shown) => onChange(shown && fromWallClock(shown, timeZone))}
      {...props}
    />
  )
}
