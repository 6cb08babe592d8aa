import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EXTSYS_SETTINGS, EXTSYS_STATUS } from '#shared/contracts/organization/extsys.ts'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { Panels } from '../../kinds/settings/panel.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ImportPanel } from './import-panel.tsx'

/** Polling interval of a running import in ms. */
const LOOK_MS = 1500

/** Page of the external accounting system, with the hub's credentials there and the imports. */
export function Page() {
  const t = useText()
  const isAllowed = useMay()
  const { data: settings } = useQuery({
    queryKey: [EXTSYS_SETTINGS.path],
    queryFn: () => call(EXTSYS_SETTINGS),
  })
  const { data: status } = useQuery({
    queryKey: [EXTSYS_STATUS.path],
    enabled: isAllowed('catalog.view'),
    queryFn: () => call(EXTSYS_STATUS),
    refetchInterval: ({ state: { data } }) =>
      [data?.counterparties, data?.products].some((each) => isGoingOn(each?.lastRun?.status)) && LOOK_MS,
  })
  if (!settings) return <Loader m="20vh auto" display="block" />
  const busy = [status?.counterparties, status?.products].some((each) => isGoingOn(each?.lastRun?.status))
  return (
    <>
      <PageHeader title={t('extsys.title')} />
      <Panels>
        <ConnectionForm settings={settings} />
        {status?.isConnected && (
          <>
            <ImportPanel entity="Counterparties" status={status.counterparties} isBusy={busy} />
            <ImportPanel entity="Products" status={status.products} isBusy={busy} />
          </>
        )}
      </Panels>
    </>
  )
}

const isGoingOn = (status: string | undefined): boolean => status === 'Queued' || status === 'Running'
