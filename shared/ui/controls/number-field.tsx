import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format-context.tsx'
import { type NumberEntry, typedEntry } from './number-entry.ts'

interface NumberFieldProps {
  label: string
  entry: NumberEntry
  onChange: (entry: NumberEntry) => void
  places: number
  placeholder?: string
  description?: string
  error?: ReactNode
  suffix?: string
}

/** Field filled by a keypad or a keyboard. It does not open the on-screen keyboard of the device. */
export function NumberField({
  label,
  entry,
  onChange,
  places,
  placeholder,
  description,
  error,
  suffix,
}: NumberFieldProps) {
  const { t } = useTranslation()
  const { decimalSeparator } = useFormat()
  const field = useRef<HTMLInputElement>(null)
  // A suggested value is selected, so that typing replaces it just like the keypad does.
  useEffect(() => {
    if (entry.isFresh) field.current?.select()
  }, [entry.isFresh])
  return (
    <TextInput
      ref={field}
      label={label}
      size="xl"
      inputMode="none"
      autoFocus
      data-autofocus
      placeholder={placeholder ?? ''}
      value={entry.isWrong ? entry.text : entry.text.replace('.', decimalSeparator)}
      description={description}
      error={entry.isWrong ? t(places === 0 ? 'number.notWhole' : 'number.wrong', { places }) : error}
      rightSection={suffix ? <span aria-hidden>{suffix}</span> : undefined}
      rightSectionWidth={suffix ? 64 : undefined}
      styles={{ input: { fontSize: 30, fontWeight: 600, textAlign: 'right', height: 64 } }}
      onChange={(event) => {
        onChange(typedEntry(event.currentTarget.value, places))
      }}
    />
  )
}
