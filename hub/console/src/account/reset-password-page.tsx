import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { RESET_PASSWORD, ResetPassword } from '#shared/contracts/account/password.ts'
import { callPublic, type Given } from '../api/call.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Card, CardLink, linkToken } from './card.tsx'

export function Page() {
  const t = useText()
  const [token] = useState(linkToken)
  const [isDone, setDone] = useState(false)
  const { text, isBusy, refusal, submit } = useContractForm(
    ResetPassword,
    { token },
    async (body: Given<typeof RESET_PASSWORD>['body']) => {
      await callPublic(RESET_PASSWORD, { body })
      setDone(true)
    },
  )
  return (
    <Card
      title={t('reset.title')}
      refusal={token === undefined ? t('reset.noToken') : refusal}
      onSubmit={submit}
      links={
        <>
          <CardLink to="/sign-in">{t('signUp.signIn')}</CardLink>
          <CardLink to="/forgot-password">{t('reset.again')}</CardLink>
        </>
      }
    >
      {isDone ? (
        <Alert color="teal" role="status">
          {t('reset.done')}
        </Alert>
      ) : (
        <>
          <PasswordField
            label={t('reset.newPassword')}
            description={t('signUp.passwordWhy')}
            required
            autoFocus
            autoComplete="new-password"
            {...text('newPassword')}
          />
          <Button type="submit" size="md" loading={isBusy} disabled={token === undefined}>
            {t('reset.submit')}
          </Button>
        </>
      )}
    </Card>
  )
}
