import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'

interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'decimalScale'> {
  value: number | null | undefined
  /** Called with the value, or null when the field is empty. */
  onChange: (value: number | null) => void
  /** Number of decimal places. */
  places: number
}

/** Input for a number in the local format. Point and comma are both accepted as decimal separators. */
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
        // The field would drop a comma that is not its own separator, and 9,5 would become 95.
        event.preventDefault()
        onChange(Number(Number(text.replace(',', '.')).toFixed(places)))
      }}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      {...props}
    />
  )
}
