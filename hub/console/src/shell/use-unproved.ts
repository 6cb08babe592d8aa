import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'

/**
 * Returns the reason why an operation requires a verified email address, or undefined when the address is
 * verified.
 */
export function useUnproved(): string | undefined {
  const t = useText()
  const session = useSession()
  const isProved = session.state !== 'signed-in' || session.me.isAddressProved
  return isProved ? undefined : t('refused.address_unproved')
}
