import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#shared/ui/api/client.ts'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { useProblemText } from '../api/problem-text.ts'
import styles from './session.module.css'
import { useCountdown } from './use-countdown.ts'
import { useSignIn } from './use-session.ts'

const MAX_DIGITS = 6
const MIN_DIGITS = 4

interface PinPadProps {
  cashier: { id: string; name: string }
  onSignedIn: () => void
}

export function PinPad({ cashier, onSignedIn }: PinPadProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const field = useRef<HTMLInputElement>(null)
  const signIn = useSignIn()
  const [pin, setPin] = useState('')
  const [blockedUntilMs, setBlockedUntilMs] = useState<number | null>(null)
  const secondsLeft = useCountdown(blockedUntilMs)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (pin.length < MIN_DIGITS || secondsLeft > 0 || signIn.isPending) return
    signIn.mutate(
      { cashierId: cashier.id, pin },
      {
        onSuccess: onSignedIn,
        onError: (error) => {
          setPin('')
          field.current?.focus()
          if (error instanceof Refusal && error.problem.status === 429) {
            setBlockedUntilMs(Date.now() + (error.retryAfterSeconds ?? 30) * 1000)
          }
        },
      },
    )
  }

  const error =
    secondsLeft > 0
      ? t('signIn.slowedDown', { count: secondsLeft })
      : signIn.error && pin === '' && blockedUntilMs === null
        ? problemText(signIn.error)
        : undefined
  const change = (text: string): void => {
    if (secondsLeft > 0) return
    setBlockedUntilMs((until) => (until !== null && until <= Date.now() ? null : until))
    if (signIn.error) signIn.reset()
    setPin(text.replace(/\D/g, '').slice(0, MAX_DIGITS))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <PasswordInput
          ref={field}
          label={t('signIn.pinOf', { name: cashier.name })}
          size="xl"
          inputMode="none"
          autoComplete="off"
          autoFocus
          data-autofocus
          visible={false}
          visibilityToggleButtonProps={{ style: { display: 'none' } }}
          value={pin}
          onChange={(event) => change(event.currentTarget.value)}
          error={error !== undefined}
          styles={{
            input: { height: 60 },
            innerInput: { fontSize: 30, letterSpacing: 12, textAlign: 'center', height: 60 },
          }}
        />
        <div className={styles.pinError} role="alert">
          {error}
        </div>
        <Keypad
          hasPoint={false}
          isDisabled={secondsLeft > 0}
          onPress={(key) => change(key === 'back' ? pin.slice(0, -1) : pin + key)}
        />
        <Button
          type="submit"
          h={60}
          fz="xl"
          loading={signIn.isPending}
          disabled={pin.length < MIN_DIGITS || secondsLeft > 0}
        >
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}
