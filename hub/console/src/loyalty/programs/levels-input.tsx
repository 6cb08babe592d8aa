import { DecimalInput } from '../../fields/decimal-input.tsx'
import { RowsInput } from '../../fields/rows-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'

interface Level {
  fromAmount: number | null
  percent: number | null
}

/** Input for the discount levels of a card by turnover. */
export function LevelsInput({ value, onChange, set: _set, values: _values, ...field }: CustomInput) {
  const t = useText()
  return (
    <RowsInput<Level>
      {...field}
      rows={(value as Level[] | undefined) ?? []}
      onChange={onChange}
      blank={() => ({ fromAmount: null, percent: null })}
      addLabel={t('programs.addLevel')}
      columns={[
        {
          name: 'fromAmount',
          head: t('programs.fromAmount'),
          width: 190,
          cell: ({ row, set, common }) => (
            <DecimalInput
              {...common}
              places={2}
              min={0}
              value={row.fromAmount}
              onChange={(fromAmount) => set({ fromAmount })}
            />
          ),
        },
        {
          name: 'percent',
          head: t('programs.percent'),
          width: 130,
          cell: ({ row, set, common }) => (
            <DecimalInput
              {...common}
              places={2}
              min={0}
              max={100}
              suffix=" %"
              value={row.percent}
              onChange={(percent) => set({ percent })}
            />
          ),
        },
      ]}
    />
  )
}
