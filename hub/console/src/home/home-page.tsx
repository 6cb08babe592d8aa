import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CREATE_PRESET, PRESETS } from '#shared/contracts/account/presets.ts'
import { RETAIL_STATS } from '#shared/contracts/sales/retail-stats.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { OwnOffer } from '../account/own-offer.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../kinds/details/details.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { showProblem } from '../shell/messages.ts'
import { Attention } from './attention.tsx'

// Only those who have just begun see them.
const FirstSteps = lazy(() => import('./first-steps.tsx').then(({ FirstSteps }) => ({ default: FirstSteps })))
const DemoOffer = lazy(() => import('./demo-offer.tsx').then(({ DemoOffer }) => ({ default: DemoOffer })))

/** The key of the preset that says that the first steps are done with. */
const FIRST_STEPS = 'first-steps'
const PRESETS_KEY = [PRESETS.path, FIRST_STEPS]
const REFRESH_MS = 60_000

/** How the day goes, what wants attention and, in the first days, what is still to be set up. */
export function Page() {
  const t = useText()
  const client = useQueryClient()
  const isAllowed = useMay()
  const { data: dismissed } = useQuery({
    queryKey: PRESETS_KEY,
    queryFn: () => call(PRESETS, { query: { key: FIRST_STEPS } }),
  })
  const dismiss = (): void => {
    call(CREATE_PRESET, { body: { key: FIRST_STEPS, name: FIRST_STEPS, value: {} } }).then(
      () => client.invalidateQueries({ queryKey: PRESETS_KEY }),
      (error) => showProblem(t, error),
    )
  }
  return (
    <>
      <PageHeader title={t('home.title')} />
      <DetailsPage>
        <OwnOffer />
        {dismissed?.items.length === 0 && isAllowed('organization.view') && (
          <Part title={t('home.firstSteps')} isWide>
            <Suspense fallback={null}>
              <FirstSteps />
            </Suspense>
            <Group justify="flex-end" mt="sm">
              <Button variant="subtle" size="compact-sm" onClick={dismiss}>
                {t('home.dismiss')}
              </Button>
            </Group>
          </Part>
        )}
        {dismissed?.items.length === 0 && isAllowed('organization.view') && (
          <Suspense fallback={null}>
            <DemoOffer />
          </Suspense>
        )}
        {isAllowed('sales.view') && <Today />}
        <Attention />
      </DetailsPage>
    </>
  )
}

function Today() {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [RETAIL_STATS.path],
    queryFn: () => call(RETAIL_STATS),
    refetchInterval: REFRESH_MS,
  })
  const today = data?.series.at(-1)
  const yesterday = data?.series.at(-2)
  return (
    <Part title={t('home.today')}>
      {today && yesterday && data && (
        <>
          <Text fz={28} fw={650}>
            {format.money(today.revenue)}
          </Text>
          <Facts
            facts={[
              [t('home.receipts'), format.number(today.receipts)],
              [t('home.returns'), format.number(today.returns)],
              [t('home.averageReceipt'), format.money(today.averageReceipt)],
              [t('home.yesterday'), format.money(yesterday.revenue)],
              [t('home.thirtyDays'), format.money(data.revenue)],
            ]}
          />
          <Anchor
            size="sm"
            mt="sm"
            display="inline-block"
            renderRoot={(props) => <Link to={'/sales' as '/'} {...props} />}
          >
            {t('home.toReceipts')}
          </Anchor>
        </>
      )}
    </Part>
  )
}
