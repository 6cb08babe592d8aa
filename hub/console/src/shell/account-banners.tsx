import { Anchor, Button } from '@mantine/core'
import { IconMail, IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ADDRESS, SEND_ADDRESS_LINK } from '#shared/contracts/account/address.ts'
import type { Me } from '#shared/contracts/account/me.ts'
import { call } from '../api/call.ts'
import { enter } from '../api/sign-in.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './frame.module.css'
import { showDone, showProblem } from './messages.ts'

/** Banners above every page for pending steps of the user's account. */
export function AccountBanners({ me }: { me: Me }) {
  return (
    <>
      {!me.isAddressProved && <AddressBanner email={me.email} />}
      {me.areWaysInSuspended && <WaysInBanner />}
    </>
  )
}

function AddressBanner({ email }: Pick<Me, 'email'>) {
  const t = useText()
  // Always stale and refetched on window focus, because the link may have been opened elsewhere.
  const { data: address } = useQuery({ queryKey: [ADDRESS.path], queryFn: () => call(ADDRESS), staleTime: 0 })
  const send = useMutation({
    mutationFn: () => call(SEND_ADDRESS_LINK),
    onSuccess: () => showDone(t('address.sent', { email })),
    onError: (error) => showProblem(t, error),
  })
  const isProved = address !== undefined && address.provedAt !== null
  useEffect(() => {
    if (isProved) void enter()
  }, [isProved])
  if (!address) return null
  return (
    <div className={classes.note} role="status">
      <IconMail size={18} aria-hidden />
      <span>{t(address.isMailSet ? 'address.confirm' : 'address.askOperator', { email })}</span>
      {address.isMailSet && (
        <Button size="compact-sm" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t('address.sendAgain')}
        </Button>
      )}
    </div>
  )
}

function WaysInBanner() {
  const t = useText()
  return (
    <div className={classes.note} role="status">
      <IconShieldCheck size={18} aria-hidden />
      <span>
        {t('waysIn.banner')}{' '}
        <Anchor
          inherit
          c="inherit"
          underline="always"
          renderRoot={(props) => <Link to={'/account' as '/'} {...props} />}
        >
          {t('waysIn.look')}
        </Anchor>
      </span>
    </div>
  )
}
