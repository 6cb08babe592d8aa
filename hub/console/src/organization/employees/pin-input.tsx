import { TextInput } from '@mantine/core'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'

/** Input for a PIN. The stored PIN is never shown, and leaving the input empty keeps it. */
export function PinInput({ value, onChange, label, error, isReadOnly }: CustomInput) {
  const t = useText()
  return (
    <TextInput
      label={label}
      description={t('employees.pinWhy')}
      error={error}
      readOnly={isReadOnly}
      inputMode="numeric"
      maxLength={6}
      value={(value as string | undefined) ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
