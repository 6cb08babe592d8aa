import { Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { COMPARISONS, type Days, PERIODS } from '#shared/std/period.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import type { View } from '../list/view.ts'
import classes from './report.module.css'
import type { ReportDefinition } from './report-definition.ts'

const OTHER_DAYS = 'otherDays'

interface ReportControlsProps {
  definition: ReportDefinition
  view: View
  days: Days
  onChange: (view: View) => void
}

/** Controls of every report: its period, the period to compare with, and its choices. */
export function ReportControls({ definition, view, days, onChange }: ReportControlsProps) {
  const t = useText()
  const isAllowed = useMay()
  const format = useFormat()
  const { query } = view
  const set = (changed: Record<string, string | undefined>): void => {
    const next = Object.entries({ ...query, ...changed }).filter(
      (entry): entry is [string, string] => !!entry[1],
    )
    onChange({ ...view, page: 1, query: Object.fromEntries(next) })
  }
  const isOwn = Boolean(query.from && query.to)
  const [picked, setPicked] = useState<[string | null, string | null] | null>(null)
  return (
    <>
      <Select
        aria-label={t('report.period')}
        title={t('report.period')}
        w={170}
        allowDeselect={false}
        data={[
          ...PERIODS.map((period) => ({ value: period, label: t(`report.period_${period}`) })),
          { value: OTHER_DAYS, label: t('report.period_otherDays') },
        ]}
        maxDropdownHeight={420}
        value={isOwn ? OTHER_DAYS : (query.period ?? definition.period)}
        onChange={(period) =>
          period === OTHER_DAYS
            ? set({ period: undefined, from: days.from, to: days.to })
            : set({ period: period ?? undefined, from: undefined, to: undefined })
        }
      />
      {isOwn && (
        <DatePickerInput
          type="range"
          aria-label={t('report.period_otherDays')}
          valueFormatter={({ date }) =>
            ([date].flat() as (string | null)[]).map((day) => (day ? format.day(day) : '')).join(' – ')
          }
          allowSingleDateInRange
          w={215}
          value={picked ?? [days.from, days.to]}
          onChange={([from, to]) => {
            setPicked(from && to ? null : [from, to])
            if (from && to) set({ from, to })
          }}
        />
      )}
      {definition.isCompared && (
        <Select
          aria-label={t('report.compare')}
          title={t('report.compare')}
          w={245}
          allowDeselect={false}
          data={[
            { value: 'none', label: t('report.compare_none') },
            ...COMPARISONS.map((compare) => ({ value: compare, label: t(`report.compare_${compare}`) })),
          ]}
          value={query.compare ?? 'none'}
          onChange={(compare) => set({ compare: compare === 'none' ? undefined : (compare ?? undefined) })}
        />
      )}
      {definition.choices.map(({ name, options, may = {} }) => {
        const usual = String(definition.endpoint.query.shape[name]?.parse(undefined))
        const label = t(`${definition.texts}.${name}`)
        return (
          <Select
            key={name}
            className={classes.choice}
            aria-label={label}
            title={label}
            w={190}
            allowDeselect={false}
            maxDropdownHeight={420}
            data={options
              .filter((option) => !may[option] || isAllowed(may[option]))
              .map((option) => ({ value: option, label: t(`report.${name}_${option}`) }))}
            value={query[name] ?? usual}
            // The order is reset, because it depends on the grouping.
            onChange={(option) =>
              set({ [name]: option === usual ? undefined : (option ?? undefined), sort: undefined })
            }
          />
        )
      })}
    </>
  )
}
