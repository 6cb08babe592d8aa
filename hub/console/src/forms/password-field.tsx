import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../i18n/use-text.ts'

/** A password, hidden unless one wants to see it. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }} {...props} />
}
