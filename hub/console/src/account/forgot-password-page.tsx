import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FORGOT_PASSWORD, ForgotPassword } from '#shared/contracts/account/password.ts'
import { callPublic, type Given } from '../api/call.ts'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Card, CardLink } from './card.tsx'

export function Page() {
  const t = useText()
  const [isSent, setSent] = useState(false)
  const { text, isBusy, refusal, submit } = useContractForm(
    ForgotPassword,
    {},
    async (body: Given<typeof FORGOT_PASSWORD>['body']) => {
      await callPublic(FORGOT_PASSWORD, { body })
      setSent(true)
    },
  )
  return (
    <Card
      title={t('forgot.title')}
      refusal={refusal}
      onSubmit={submit}
      links={<CardLink to="/sign-in">{t('signUp.signIn')}</CardLink>}
    >
      {isSent ? (
        <Alert color="teal" role="status">
          {t('forgot.sent')}
        </Alert>
      ) : (
        <>
          <TextInput
            label={t('signIn.email')}
            type="email"
            required
            autoFocus
            autoComplete="username"
            {...text('email')}
          />
          <Button type="submit" size="md" loading={isBusy}>
            {t('forgot.submit')}
          </Button>
        </>
      )}
    </Card>
  )
}
