import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { CREATE_PRESET, PRESETS } from '#shared/contracts/account/presets.ts'
import { OwnOffer } from '../account/own-offer.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage } from '../kinds/details/details.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { showProblem } from '../shell/messages.ts'
import { Attention } from './attention.tsx'

// Loaded lazily, because only new organizations see them.
const FirstSteps = lazy(() => import('./first-steps.tsx').then(({ FirstSteps }) => ({ default: FirstSteps })))
const DemoOffer = lazy(() => import('./demo-offer.tsx').then(({ DemoOffer }) => ({ default: DemoOffer })))
// Loaded after the page around it.
const Dashboard = lazy(() => import('./dashboard.tsx').then(({ Dashboard }) => ({ default: Dashboard })))

/** Key of the preset that marks the first steps as dismissed. */
const FIRST_STEPS = 'first-steps'
const PRESETS_KEY = [PRESETS.path, FIRST_STEPS]

/** Home page, with the day's figures, matters that need attention, and at first the remaining setup steps. */
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
          <Suspense fallback={null}>
            <FirstSteps onDismiss={dismiss} />
          </Suspense>
        )}
        {dismissed?.items.length === 0 && isAllowed('organization.view') && (
          <Suspense fallback={null}>
            <DemoOffer />
          </Suspense>
        )}
        <Attention />
        <Suspense fallback={null}>
          <Dashboard />
        </Suspense>
      </DetailsPage>
    </>
  )
}
