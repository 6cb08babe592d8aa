import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'

interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'decimalScale'> {
  value: number | null | undefined
  /** null: it is empty. */
  onChange: (value: number | null) => void
  /** Decimal places. */
  places: number
}

/** A number as it is written here; a point and a comma both begin its decimals. */
export function DecimalInput({ value, onChange, places, ...props }: DecimalInputProps) {
  const { decimalSeparator } = useFormat()
  return (
    <NumberInput
      decimalSeparator={decimalSeparator}
      allowedDecimalSeparators={['.', ',']}
      thousandSeparator=" "
      decimalScale={places}
      value={value ?? ''}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text').replace(/\s/g, '')
        if (props.readOnly || !/^-?\d+[.,]\d+$/.test(text)) return
        // Left to the field, a comma that it does not write itself would go away: 9,5 would become 95.
        event.preventDefault()
        onChange(Number(Number(text.replace(',', '.')).toFixed(places)))
      }}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      {...props}
    />
  )
}
