import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CONFIRM_ADDRESS, CONFIRM_OWN_ADDRESS, ConfirmAddress } from '#shared/contracts/account/address.ts'
import type { Me } from '#shared/contracts/account/me.ts'
import { call, callPublic, type Given } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { enter } from '../api/sign-in.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { showDone } from '../shell/messages.ts'
import { Card, CardLink, linkToken } from './card.tsx'

/** Page that the link in the sign-up email opens. */
export function Page() {
  const session = useSession()
  const [token] = useState(linkToken)
  const isOpen = session.state === 'signed-in' && !session.me.isAddressProved
  return isOpen && token !== undefined ? (
    <OwnAddress me={session.me} token={token} />
  ) : (
    <WithPassword token={token} />
  )
}

/** Confirms the address of the signed-in user. */
function OwnAddress({ me, token }: { me: Me; token: string }) {
  const t = useText()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(CONFIRM_OWN_ADDRESS, { body: { token } })
      await enter()
      showDone(t('address.done'))
      await navigate({ to: '/' })
    } catch (error) {
      setRefusal(error)
      setBusy(false)
    }
  }
  return (
    <Card
      title={t('address.title')}
      refusal={refusal}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void confirm()
      }}
      links={<ChoosePassword token={token} />}
    >
      <Text>{t('address.own', { email: me.email, organization: me.organization?.name ?? '' })}</Text>
      <Button type="submit" size="md" loading={isBusy}>
        {t('address.submit')}
      </Button>
    </Card>
  )
}

/**
 * Confirms the address without a sign-in. The user who signed up enters the password. If somebody else signed
 * up, the owner of the address chooses a new password.
 */
function WithPassword({ token }: { token: string | undefined }) {
  const t = useText()
  const navigate = useNavigate()
  const { text, isBusy, refusal, submit } = useContractForm(
    ConfirmAddress,
    { token },
    async (body: Given<typeof CONFIRM_ADDRESS>['body']) => {
      await callPublic(CONFIRM_ADDRESS, { body })
      showDone(t('address.done'))
      await navigate({ to: '/' })
    },
  )
  return (
    <Card
      title={t('address.title')}
      refusal={token === undefined ? t('reset.noToken') : refusal}
      onSubmit={submit}
      links={
        <>
          {token !== undefined && <ChoosePassword token={token} />}
          <CardLink to="/sign-in">{t('signUp.signIn')}</CardLink>
        </>
      }
    >
      <Text>{t('address.withPassword')}</Text>
      <PasswordField
        label={t('signIn.password')}
        required
        autoFocus
        autoComplete="current-password"
        {...text('password')}
      />
      <Button type="submit" size="md" loading={isBusy} disabled={token === undefined}>
        {t('address.submit')}
      </Button>
    </Card>
  )
}

const ChoosePassword = ({ token }: { token: string }) => {
  const t = useText()
  return (
    <CardLink to="/reset-password" hash={`token=${token}`}>
      {t('address.notMe')}
    </CardLink>
  )
}
