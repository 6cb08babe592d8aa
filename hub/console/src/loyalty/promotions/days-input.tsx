import { Checkbox, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '#shared/std/date-format.ts'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const
/** A Monday, from which the names of the weekdays are formatted. */
const FIRST = Date.UTC(2024, 0, 1)
const DAY_MS = 24 * 60 * 60_000

/** Input for weekdays, where 1 is Monday. None selected means every day. */
export function DaysInput({ value, onChange, label, error, isReadOnly }: CustomInput) {
  const t = useText()
  const { i18n } = useTranslation()
  const format = dateFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <Checkbox.Group
      label={label}
      error={error}
      description={t('promotions.daysOfWeekWhy')}
      value={((value as number[] | undefined) ?? []).map(String)}
      onChange={(days) => onChange(days.map(Number).toSorted((a, b) => a - b))}
    >
      <Group gap={16} mt={8}>
        {DAYS.map((day) => (
          <Checkbox
            key={day}
            value={String(day)}
            disabled={isReadOnly}
            label={format(FIRST + (day - 1) * DAY_MS)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
