import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  ACCEPT_INVITATION,
  AcceptInvitation,
  SHOW_INVITATION,
} from '#shared/contracts/organization/invitations.ts'
import { callPublic, type Given } from '../api/call.ts'
import { signIn } from '../api/sign-in.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Card, CardLink, linkToken } from './card.tsx'

/** Page where an invited user joins an organization, with a new or an existing account. */
export function Page() {
  const t = useText()
  const navigate = useNavigate()
  const [token] = useState(linkToken)
  const { data: shown, error } = useQuery({
    queryKey: [SHOW_INVITATION.path, token],
    queryFn: () => callPublic(SHOW_INVITATION, { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    retry: false,
  })
  const { text, isBusy, refusal, submit } = useContractForm(
    AcceptInvitation,
    { token },
    async (body: Given<typeof ACCEPT_INVITATION>['body']) => {
      const { organizationId } = await callPublic(ACCEPT_INVITATION, { body })
      const { password, code = '' } = body
      await signIn({ username: shown?.email ?? '', password, otp: code, organization: organizationId })
      await navigate({ to: '/' })
    },
  )
  return (
    <Card
      title={t('invitation.title')}
      refusal={token === undefined ? t('reset.noToken') : (error ?? refusal)}
      onSubmit={submit}
      links={<CardLink to="/sign-in">{t('signUp.signIn')}</CardLink>}
    >
      {shown && (
        <>
          <Text>{t('invitation.of', { organization: shown.organizationName, email: shown.email })}</Text>
          <PasswordField
            label={t(shown.hasAccount ? 'invitation.password' : 'invitation.newPassword')}
            description={t(shown.hasAccount ? 'invitation.passwordWhy' : 'signUp.passwordWhy')}
            required
            autoFocus
            autoComplete={shown.hasAccount ? 'current-password' : 'new-password'}
            {...text('password')}
          />
          {shown.hasAccount && (
            <TextInput
              label={t('signIn.code')}
              description={t('signIn.codeWhy')}
              inputMode="numeric"
              autoComplete="one-time-code"
              {...text('code')}
            />
          )}
          <Button type="submit" size="md" loading={isBusy}>
            {t('invitation.submit')}
          </Button>
        </>
      )}
    </Card>
  )
}
