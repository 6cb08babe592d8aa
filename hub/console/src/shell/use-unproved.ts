import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'

/** Why something cannot be done before the address of the account is proved: undefined where it is. */
export function useUnproved(): string | undefined {
  const t = useText()
  const session = useSession()
  const isProved = session.state !== 'signed-in' || session.me.isAddressProved
  return isProved ? undefined : t('refused.address_unproved')
}
