import { PasswordInput } from '@mantine/core'
import type { RefObject } from 'react'
import { Keypad } from '#shared/ui/controls/keypad.tsx'

const MAX_DIGITS = 6

interface PinFieldProps {
  label: string
  pin: string
  field?: RefObject<HTMLInputElement | null>
  isFocused?: boolean
  isDisabled?: boolean
  hasError?: boolean
  keyHeight?: number
  onChange: (pin: string) => void
}

/** Field for a PIN, entered by keyboard or touch. The digits are hidden. */
export function PinField({ label, pin, field, onChange, ...is }: PinFieldProps) {
  const { isFocused = false, isDisabled = false, hasError = false, keyHeight = 52 } = is
  const change = (text: string): void => onChange(text.replace(/\D/g, '').slice(0, MAX_DIGITS))
  return (
    <>
      <PasswordInput
        {...(field && { ref: field })}
        label={label}
        size="xl"
        inputMode="none"
        autoComplete="off"
        autoFocus={isFocused}
        {...(isFocused && { 'data-autofocus': true })}
        visible={false}
        visibilityToggleButtonProps={{ style: { display: 'none' } }}
        value={pin}
        disabled={isDisabled}
        onChange={(event) => change(event.currentTarget.value)}
        error={hasError}
        styles={{
          input: { height: 60 },
          innerInput: { fontSize: 30, letterSpacing: 12, textAlign: 'center', height: 60 },
        }}
      />
      <Keypad
        hasPoint={false}
        keyHeight={keyHeight}
        isDisabled={isDisabled}
        onPress={(key) => change(key === 'back' ? pin.slice(0, -1) : pin + key)}
      />
    </>
  )
}
