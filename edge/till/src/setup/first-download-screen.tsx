import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { TroubleList } from '../status/trouble-list.tsx'
import { SetupCard } from './setup-card.tsx'

/** Screen shown during the first download of the catalog. After it, the till works without a network. */
export function FirstDownloadScreen({ status }: { status: TillStatus }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { received, total, unit } = status.download
  const percent = received !== null && total ? Math.min(100, (received / total) * 100) : 0
  const isOffline = status.connection === 'offline'
  return (
    <SetupCard title={t('firstDownload.title')} lead={t('firstDownload.lead')}>
      <Progress.Root size={20} radius="xl">
        <Progress.Section
          value={total ? percent : 100}
          striped={!total}
          animated={!total && !isOffline}
          aria-label={t('firstDownload.progress')}
        />
      </Progress.Root>
      <Text fz="lg" aria-live="polite">
        {received !== null && total
          ? t(`firstDownload.${unit}`, { received: format.number(received), total: format.number(total) })
          : isOffline
            ? t('firstDownload.offline')
            : t('firstDownload.preparing')}
      </Text>
      <TroubleList trouble={status.trouble} />
    </SetupCard>
  )
}
