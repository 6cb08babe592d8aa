import { Badge, Group } from '@mantine/core'
import type { RetailSaleSummary } from '#shared/contracts/sales/retail-sales.ts'
import { useText } from '../i18n/use-text.ts'

type Stated = Pick<RetailSaleSummary, 'isReturn' | 'status' | 'flags' | 'reviewedAt'>

/** Badges for special states of a receipt. An ordinary posted sale has none. */
export function SaleState({ sale: { isReturn, status, flags, reviewedAt } }: { sale: Stated }) {
  const t = useText()
  return (
    <Group gap={4} wrap="nowrap">
      {isReturn && <Badge color="grape">{t('sales.isReturn')}</Badge>}
      {status === 'Draft' && <Badge color="gray">{t('sales.status_Draft')}</Badge>}
      {flags.length > 0 && reviewedAt === null && <Badge color="orange">{t('sales.flagged')}</Badge>}
    </Group>
  )
}
