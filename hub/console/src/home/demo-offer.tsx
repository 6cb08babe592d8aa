import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DEMO_DATA, SEED_DEMO } from '#shared/contracts/organization/demo-data.ts'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'
import { readJobsAgain } from '../shell/jobs.ts'
import { showProblem } from '../shell/messages.ts'

const LOOK_MS = 2000

/** Offers a demo shop to an organization without data, and shows the progress while it is created. */
export function DemoOffer() {
  const t = useText()
  const client = useQueryClient()
  const isAllowed = useMay()
  const [isRequested, setRequested] = useState(false)
  const { data } = useQuery({
    queryKey: [DEMO_DATA.path],
    queryFn: () => call(DEMO_DATA),
    refetchInterval: ({ state }) => (state.data?.state === 'Seeding' ? LOOK_MS : false),
  })
  const make = async (): Promise<void> => {
    setRequested(true)
    try {
      client.setQueryData([DEMO_DATA.path], await call(SEED_DEMO))
      await readJobsAgain(client)
    } catch (error) {
      showProblem(t, error)
      setRequested(false)
    }
  }
  if (data?.state === 'Seeding')
    return (
      <Part title={t('home.demo')} isWide>
        <Text role="status">{t('home.demoRuns', { progress: data.job?.progress ?? 0 })}</Text>
      </Part>
    )
  if (data?.state !== 'None' || !isAllowed('organization.update')) return null
  return (
    <Part title={t('home.demo')} isWide>
      <Text>{t('home.demoWhat')}</Text>
      <Group mt="sm">
        <Button variant="default" loading={isRequested} onClick={() => void make()}>
          {t('home.demoMake')}
        </Button>
      </Group>
    </Part>
  )
}
