import { Alert, Button, Paper, PasswordInput, Radio, Stack, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { SignInRefusal } from '../api/session.ts'
import { signIn } from '../api/sign-in.ts'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './sign-in.module.css'

/** The hub tells nobody whether an account has a second factor: its field is there for everybody. */
export function SignInPage() {
  const t = useText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [workplaces, setWorkplaces] = useState<{ id: string; name: string }[]>([])
  const [organization, setOrganization] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setRefusal(null)
    try {
      await signIn({ username, password, otp, organization })
    } catch (error) {
      if (error instanceof SignInRefusal && error.error === 'organization_required') {
        setWorkplaces(error.organizations)
        setOrganization(error.organizations[0]?.id ?? null)
      } else if (error instanceof SignInRefusal) {
        setRefusal(
          t(`signIn.${error.error}`, {
            seconds: error.retryAfterSeconds ?? 60,
            defaultValue: error.message,
          }),
        )
      } else setRefusal(problemText(t, error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className={classes.screen}>
      <Paper className={classes.card} component="form" onSubmit={submit} radius="md" shadow="sm">
        <Stack gap="md">
          <div>
            <div className={classes.product}>Counterfoil</div>
            <Title order={1} size="h3">
              {t('signIn.title')}
            </Title>
          </div>
          {refusal && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
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
          <PasswordInput
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
        </Stack>
      </Paper>
    </main>
  )
}
