import { Alert, Button, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  CodeGiven,
  DISABLE_SECOND_FACTOR,
  DisableSecondFactor,
  ENROLL_SECOND_FACTOR,
  RENEW_RECOVERY_CODES,
  SECOND_FACTOR,
  type SecondFactorEnrolment,
  VERIFY_SECOND_FACTOR,
} from '#shared/contracts/account/second-factor.ts'
import { call, type Given } from '../api/call.ts'
import { enter } from '../api/sign-in.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Panel } from '../kinds/settings/panel.tsx'
import { ActionButton } from '../shell/action-button.tsx'
import { showDone, showProblem } from '../shell/messages.ts'
import { useUnproved } from '../shell/use-unproved.ts'

const QrCode = lazy(async () => ({ default: (await import('../fields/qr-code.tsx')).QrCode }))

/** Panel of the second factor. `isNeeded` is true when it must be set up before anything else. */
export function SecondFactorPanel({ isNeeded }: { isNeeded: boolean }) {
  const t = useText()
  const unproved = useUnproved()
  const client = useQueryClient()
  const [enrolment, setEnrolment] = useState<SecondFactorEnrolment | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const [doing, setDoing] = useState<'renew' | 'disable' | null>(null)
  const { data: factor } = useQuery({ queryKey: [SECOND_FACTOR.path], queryFn: () => call(SECOND_FACTOR) })
  const changed = async (): Promise<void> => {
    setDoing(null)
    await client.invalidateQueries({ queryKey: [SECOND_FACTOR.path] })
  }
  const begin = (): void => {
    call(ENROLL_SECOND_FACTOR).then(setEnrolment, (error) => showProblem(t, error))
  }
  return (
    <Panel title={t('factor.title')} text={t('factor.why')}>
      {isNeeded && <Alert color="orange">{t('factor.needed')}</Alert>}
      {recoveryCodes ? (
        <Stack>
          <Alert color="orange">{t('factor.recoveryWhy')}</Alert>
          <SimpleGrid cols={2} spacing={6}>
            {recoveryCodes.map((code) => (
              <Code key={code} fz="md">
                {code}
              </Code>
            ))}
          </SimpleGrid>
          <div>
            <Button
              onClick={() => {
                setRecoveryCodes(null)
                void enter()
              }}
            >
              {t('factor.kept')}
            </Button>
          </div>
        </Stack>
      ) : factor?.isEnabled ? (
        <>
          <Text>{t('factor.on', { count: factor.recoveryCodesLeft })}</Text>
          {doing === null && (
            <Group>
              <ActionButton variant="default" whyNot={unproved} onClick={() => setDoing('renew')}>
                {t('factor.renew')}
              </ActionButton>
              {!factor.isRequired && (
                <Button variant="default" onClick={() => setDoing('disable')}>
                  {t('factor.disable')}
                </Button>
              )}
            </Group>
          )}
          {doing === 'renew' && (
            <CodeForm
              submitText={t('factor.renew')}
              send={async (code) => {
                const { recoveryCodes } = await call(RENEW_RECOVERY_CODES, { body: { code } })
                await changed()
                setRecoveryCodes(recoveryCodes)
              }}
            />
          )}
          {doing === 'disable' && <DisableForm onDone={changed} />}
        </>
      ) : enrolment ? (
        <Stack>
          <Text>{t('factor.scan')}</Text>
          <Suspense>
            <QrCode text={enrolment.otpauthUri} label={t('factor.qr')} />
          </Suspense>
          <Text size="sm">
            {t('factor.orType')} <Code>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</Code>
          </Text>
          <CodeForm
            submitText={t('factor.confirm')}
            send={async (code) => {
              const { recoveryCodes } = await call(VERIFY_SECOND_FACTOR, { body: { code } })
              setEnrolment(null)
              await changed()
              setRecoveryCodes(recoveryCodes)
            }}
          />
        </Stack>
      ) : (
        <div>
          <ActionButton whyNot={unproved} onClick={begin}>
            {t('factor.begin')}
          </ActionButton>
        </div>
      )}
    </Panel>
  )
}

function CodeForm({ submitText, send }: { submitText: string; send: (code: string) => Promise<void> }) {
  const t = useText()
  const { text, isBusy, refusal, submit } = useContractForm(CodeGiven, {}, ({ code }: { code: string }) =>
    send(code),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <TextInput
          label={t('signIn.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...text('code')}
        />
        <div>
          <Button type="submit" loading={isBusy}>
            {submitText}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function DisableForm({ onDone }: { onDone: () => Promise<void> }) {
  const t = useText()
  const { text, isBusy, refusal, submit } = useContractForm(
    DisableSecondFactor,
    {},
    async (body: Given<typeof DISABLE_SECOND_FACTOR>['body']) => {
      await call(DISABLE_SECOND_FACTOR, { body })
      showDone(t('factor.off'))
      await onDone()
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <PasswordField label={t('signIn.password')} autoComplete="current-password" {...text('password')} />
        <TextInput
          label={t('signIn.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...text('code')}
        />
        <div>
          <Button type="submit" color="red" loading={isBusy}>
            {t('factor.disable')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
