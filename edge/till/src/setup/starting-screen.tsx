import { Group, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsSilent } from '../status/use-status.ts'
import { SetupCard } from './setup-card.tsx'

export function StartingScreen() {
  const { t } = useTranslation()
  const isSilent = useIsSilent()
  return (
    <SetupCard title={t('starting.title')} lead={isSilent ? t('starting.silent') : t('starting.lead')}>
      <Group justify="center">
        <Loader size="lg" />
      </Group>
    </SetupCard>
  )
}
