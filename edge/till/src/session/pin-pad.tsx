import { Button, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#shared/ui/api/client.ts'
import { useProblemText } from '../api/problem-text.ts'
import { PinField } from './pin-field.tsx'
import styles from './session.module.css'
import { useCountdown } from './use-countdown.ts'
import { useSignIn } from './use-session.ts'

export const MIN_PIN_DIGITS = 4

interface PinPadProps {
  /** Cashier to sign in. Null when the PIN alone identifies the cashier. */
  cashier: { id: string; name: string } | null
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
    if (pin.length < MIN_PIN_DIGITS || secondsLeft > 0 || signIn.isPending) return
    signIn.mutate(
      { pin, ...(cashier && { cashierId: cashier.id }) },
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
    setPin(text)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <PinField
          label={cashier ? t('signIn.pinOf', { name: cashier.name }) : t('signIn.pin')}
          pin={pin}
          field={field}
          isFocused
          isDisabled={secondsLeft > 0}
          hasError={error !== undefined}
          onChange={change}
        />
        <div className={styles.pinError} role="alert">
          {error}
        </div>
        <Button
          type="submit"
          h={60}
          fz="xl"
          loading={signIn.isPending}
          disabled={pin.length < MIN_PIN_DIGITS || secondsLeft > 0}
        >
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}
