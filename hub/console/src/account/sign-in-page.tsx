import { Button, Divider, Radio, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SIGN_ON_PROVIDERS } from '#shared/contracts/account/sign-on.ts'
import { callPublic } from '../api/call.ts'
import { SignInRefusal } from '../api/session.ts'
import { type Credentials, signIn } from '../api/sign-in.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { useText } from '../i18n/use-text.ts'
import { Card, CardLink } from './card.tsx'
import { hasPasskeys, isCanceledByUser, provePasskey } from './webauthn.ts'

/**
 * Sign-in page. The field for the second factor is always shown, because the hub does not reveal which
 * accounts have one.
 */
export function SignInPage() {
  const t = useText()
  const navigate = useNavigate()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [workplaces, setWorkplaces] = useState<{ id: string; name: string }[]>([])
  const [organization, setOrganization] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [code, setCode] = useState<string | null>(null)

  const enter = async (credentials: Credentials): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      await signIn(credentials)
    } catch (error) {
      if (!(error instanceof SignInRefusal)) setRefusal(error)
      else if (error.error === 'account_required' && error.email !== null && 'code' in credentials) {
        const hash = new URLSearchParams({ signOnCode: credentials.code, email: error.email }).toString()
        await navigate({ to: '/sign-up' as '/', hash })
      } else if (error.error === 'organization_required') {
        setWorkplaces(error.organizations)
        setOrganization(error.organizations[0]?.id ?? null)
      } else {
        const seconds = error.retryAfterSeconds ?? 60
        setRefusal(t(`signIn.${error.error}`, { seconds, defaultValue: error.message }))
      }
    } finally {
      setBusy(false)
    }
  }
  const enterByPasskey = async (): Promise<void> => {
    setRefusal(null)
    try {
      const assertion = JSON.stringify(await provePasskey())
      await enter({ assertion, otp: '', organization })
    } catch (error) {
      if (!isCanceledByUser(error)) setRefusal(error)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void enter(
      code && workplaces.length > 0 ? { code, otp, organization } : { username, password, otp, organization },
    )
  }
  useReturn((answer) => {
    if (answer.error) setRefusal(t(`signOn.${answer.error}`, { defaultValue: t('signOn.failed') }))
    if (!answer.code) return
    setCode(answer.code)
    void enter({ code: answer.code, otp: '', organization: null })
  })

  return (
    <Card
      title={t('signIn.title')}
      refusal={refusal}
      onSubmit={submit}
      links={
        <>
          <CardLink to="/forgot-password">{t('forgot.title')}</CardLink>
          <CardLink to="/sign-up">{t('signUp.title')}</CardLink>
        </>
      }
    >
      <TextInput
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordField
        label={t('signIn.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label={t('signIn.code')}
        description={t('signIn.codeWhy')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={otp}
        onChange={(event) => setOtp(event.currentTarget.value)}
      />
      {workplaces.length > 0 && (
        <Radio.Group label={t('signIn.organization')} value={organization} onChange={setOrganization}>
          <Stack gap={8} mt={6}>
            {workplaces.map(({ id, name }) => (
              <Radio key={id} value={id} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {t('signIn.submit')}
      </Button>
      {hasPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => void enterByPasskey()}
        >
          {t('signIn.byPasskey')}
        </Button>
      )}
      <Providers />
    </Card>
  )
}

/** Single sign-on buttons, where the platform has set it up. */
function Providers() {
  const t = useText()
  const { pathname, searchStr } = useLocation()
  const { data } = useQuery({
    queryKey: [SIGN_ON_PROVIDERS.path],
    queryFn: () => callPublic(SIGN_ON_PROVIDERS),
    staleTime: 60_000,
  })
  if (!data || data.items.length === 0) return null
  const returnTo = encodeURIComponent(pathname === '/sign-in' ? '/' : pathname + searchStr)
  return (
    <>
      <Divider label={t('signIn.or')} />
      {data.items.map(({ key, name }) => (
        <Button
          key={key}
          variant="default"
          component="a"
          href={`/api/auth/external/${key}?returnTo=${returnTo}`}
        >
          {t('signIn.with', { name })}
        </Button>
      ))}
    </>
  )
}

/** Passes on the provider's response from the URL fragment, only once. */
function useReturn(take: (answer: { code: string | null; error: string | null }) => void): void {
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current || !location.hash) return
    isTaken.current = true
    const answer = new URLSearchParams(location.hash.slice(1))
    const returnTo = answer.get('returnTo') ?? '/'
    history.replaceState(history.state, '', answer.has('code') ? returnTo : location.pathname)
    take({ code: answer.get('code'), error: answer.get('error') })
  })
}
