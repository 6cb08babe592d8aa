import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'

interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'decimalScale'> {
  value: number | null | undefined
  /** Called with the value; null: empty. */
  onChange: (value: number | null) => void
  /** Number of decimal places. */
  places: number
}

/** Number in the local format; both point and comma begin the decimals. */
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
        // The field would drop a comma that it does not write itself: 9,5 would become 95.
        event.preventDefault()
        onChange(Number(Number(text.replace(',', '.')).toFixed(places)))
      }}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      {...props}
    />
  )
}
