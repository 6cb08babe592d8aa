import { Alert, Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SIGN_UP, Signup } from '#shared/contracts/account/auth.ts'
import { SHOW_SIGN_UP_INVITATION } from '#shared/contracts/platform/sign-up-invitations.ts'
import { callPublic, type Given } from '../api/call.ts'
import { signIn } from '../api/sign-in.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { showDone } from '../shell/messages.ts'
import { Card, CardLink, linkToken } from './card.tsx'
import classes from './sign-in.module.css'

const COUNTRIES = ['KZ', 'RU', 'UZ', 'BY', 'KG', 'GB'] as const

/**
 * Sign-up of a new organization and its owner. Where sign-up is by invitation, it needs the emailed link. A
 * user from a single sign-on provider that has verified the email address needs no password.
 */
export function Page() {
  const t = useText()
  const navigate = useNavigate()
  const [invitationToken] = useState(linkToken)
  const [signOn] = useState(signOnOfLink)
  const { text, values, set, isBusy, refusal, submit } = useContractForm(
    Signup,
    { country: 'KZ', ...(invitationToken && { invitationToken }), ...signOn },
    async (body: Given<typeof SIGN_UP>['body']) => {
      await callPublic(SIGN_UP, { body })
      if (body.password === undefined) {
        showDone(t('signUp.done'))
        await navigate({ to: '/sign-in' as '/' })
        return
      }
      await signIn({ username: body.email, password: body.password, otp: '', organization: null })
      await navigate({ to: '/' })
    },
  )
  const { data: invited, error } = useQuery({
    queryKey: [SHOW_SIGN_UP_INVITATION.path, invitationToken],
    queryFn: () => callPublic(SHOW_SIGN_UP_INVITATION, { body: { token: invitationToken ?? '' } }),
    enabled: invitationToken !== undefined,
    retry: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address comes once
  useEffect(() => {
    if (invited) set('email', invited.email)
  }, [invited])
  return (
    <Card
      title={t('signUp.title')}
      refusal={refusal ?? error}
      onSubmit={submit}
      links={<CardLink to="/sign-in">{t('signUp.signIn')}</CardLink>}
    >
      {invited && <Alert color="teal">{t('signUp.invited', { email: invited.email })}</Alert>}
      <TextInput label={t('signUp.organizationName')} required autoFocus {...text('organizationName')} />
      <div className={classes.pair}>
        <TextInput label={t('signUp.lastName')} required autoComplete="family-name" {...text('lastName')} />
        <TextInput label={t('signUp.firstName')} autoComplete="given-name" {...text('firstName')} />
      </div>
      <Select
        label={t('signUp.country')}
        data={COUNTRIES.map((value) => ({ value, label: t(`countryNames.${value}`) }))}
        allowDeselect={false}
        value={(values.country as string | undefined) ?? 'KZ'}
        onChange={(country) => set('country', country)}
      />
      <TextInput
        label={t('signIn.email')}
        type="email"
        required
        autoComplete="username"
        readOnly={invited !== undefined || signOn !== undefined}
        {...text('email')}
      />
      {!signOn && (
        <PasswordField
          label={t('signIn.password')}
          description={t('signUp.passwordWhy')}
          required
          autoComplete="new-password"
          {...text('password')}
        />
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {t('signUp.submit')}
      </Button>
    </Card>
  )
}

/** Reads the single sign-on code and its email address from the URL fragment set by the sign-in page. */
function signOnOfLink(): { signOnCode: string; email: string } | undefined {
  const given = new URLSearchParams(location.hash.slice(1))
  const [signOnCode, email] = [given.get('signOnCode'), given.get('email')]
  return signOnCode && email ? { signOnCode, email } : undefined
}
