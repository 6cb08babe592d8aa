import { Badge } from '@mantine/core'
import { useText } from '../i18n/use-text.ts'

interface Stated {
  status: 'Active' | 'Blocked'
  expiresAt: string | null
}

/** Badge of a card or voucher that is blocked or expired. Empty otherwise. */
export function StatusBadge({ of: { status, expiresAt } }: { of: Stated }) {
  const t = useText()
  if (status === 'Blocked') return <Badge color="red">{t('cardStatus.Blocked')}</Badge>
  if (expiresAt && Date.parse(expiresAt) <= Date.now())
    return <Badge color="gray">{t('cardStatus.Expired')}</Badge>
  return null
}
