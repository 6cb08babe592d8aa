import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SECOND_FACTOR, STEP_UP, StepUp } from '#shared/contracts/account/second-factor.ts'
import { hasPasskeys, isCanceledByUser, provePasskey } from '../account/webauthn.ts'
import { call, type Given } from '../api/call.ts'
import { useProofQuestion } from '../api/proof.ts'
import { takeToken } from '../api/session.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { showProblem } from './messages.ts'

/**
 * Dialog before an irreversible operation. Asks for the code of the second factor or a passkey, or for the
 * password if there is no second factor.
 */
export function ProofDialog() {
  const t = useText()
  const question = useProofQuestion()
  return (
    <Modal opened={question !== null} onClose={() => question?.answer(false)} title={t('proof.title')}>
      {question && <ProofForm onAnswer={question.answer} />}
    </Modal>
  )
}

function ProofForm({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const t = useText()
  const { data: factor } = useQuery({ queryKey: [SECOND_FACTOR.path], queryFn: () => call(SECOND_FACTOR) })
  const { text, isBusy, refusal, submit } = useContractForm(
    StepUp,
    {},
    async (body: Given<typeof STEP_UP>['body']) => {
      takeToken(await call(STEP_UP, { body }))
      onAnswer(true)
    },
  )
  const proveByPasskey = async (): Promise<void> => {
    try {
      takeToken(await call(STEP_UP, { body: { assertion: await provePasskey() } }))
      onAnswer(true)
    } catch (error) {
      if (!isCanceledByUser(error)) showProblem(t, error)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('proof.why')}</Text>
        <RefusalAlert refusal={refusal} />
        {factor?.isEnabled ? (
          <TextInput
            label={t('signIn.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            {...text('code')}
          />
        ) : (
          <PasswordField
            label={t('signIn.password')}
            autoComplete="current-password"
            data-autofocus
            {...text('password')}
          />
        )}
        <Group justify="flex-end">
          {factor?.isEnabled && hasPasskeys() && (
            <Button variant="default" mr="auto" onClick={() => void proveByPasskey()}>
              {t('proof.byPasskey')}
            </Button>
          )}
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('record.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('proof.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
