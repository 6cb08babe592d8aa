import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'

/**
 * Returns the reason why an operation is not possible before the account's address is proved; undefined when
 * it is proved.
 */
export function useUnproved(): string | undefined {
  const t = useText()
  const session = useSession()
  const isProved = session.state !== 'signed-in' || session.me.isAddressProved
  return isProved ? undefined : t('refused.address_unproved')
}
