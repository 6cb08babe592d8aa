import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../i18n/use-text.ts'

/** Password field with a button that shows the password. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }} {...props} />
}
