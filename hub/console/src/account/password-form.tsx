import { Button, Stack } from '@mantine/core'
import { CHANGE_PASSWORD, ChangePassword } from '#shared/contracts/account/sessions.ts'
import { call, type Given } from '../api/call.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { showDone } from '../shell/messages.ts'

export function PasswordForm() {
  const t = useText()
  const { text, set, isBusy, refusal, submit } = useContractForm(
    ChangePassword,
    { currentPassword: undefined, newPassword: undefined },
    async (body: Given<typeof CHANGE_PASSWORD>['body']) => {
      await call(CHANGE_PASSWORD, { body })
      set('currentPassword', undefined)
      set('newPassword', undefined)
      showDone(t('account.passwordChanged'))
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          {...text('currentPassword')}
        />
        <PasswordField
          label={t('reset.newPassword')}
          description={t('signUp.passwordWhy')}
          autoComplete="new-password"
          {...text('newPassword')}
        />
        <div>
          <Button type="submit" loading={isBusy}>
            {t('account.changePassword')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
