import { Badge, Group } from '@mantine/core'
import { DEVICES, type Device, DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import { useText } from '../i18n/use-text.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'

const devices = list({
  endpoint: DEVICES,
  texts: 'devices',
  columns: [
    { id: 'name', sort: 'name', width: 190, phone: 'rest', cell: ({ name }) => name },
    { id: 'retailPointName', width: 160, cell: ({ retailPointName }) => retailPointName },
    { id: 'alerts', width: 210, phone: 125, cell: (device) => <Alerts {...device} /> },
    {
      ...{ id: 'lastContactAt', sort: 'lastContactAt', width: 145, phone: 105 },
      cell: ({ lastContactAt }, { since }) => lastContactAt && since(lastContactAt),
    },
    {
      ...{ id: 'waiting', width: 130, isNumber: true },
      cell: ({ report }) => report?.waiting,
    },
    {
      ...{ id: 'oldestWaitingAt', width: 150 },
      cell: ({ report }, { since }) => report?.oldestWaitingAt && since(report.oldestWaitingAt),
    },
    { id: 'agentVersion', width: 100, cell: ({ report }) => report?.agentVersion },
    {
      ...{ id: 'openWorkItems', width: 110, isNumber: true },
      cell: ({ openWorkItems }) => openWorkItems || '',
    },
  ],
  filters: [
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
    { name: 'alert', kind: 'choice', options: DeviceAlert.options },
    { name: 'isRevoked', kind: 'yes-no' },
  ],
  open: ({ id }) => `/devices/${id}`,
  refreshMs: 10_000,
})

type AlertsProps = Pick<Device, 'alerts' | 'revokedAt' | 'lastContactAt'>

/** Nothing to tell is told, too: a calm row is one that is well. */
export function Alerts({ alerts, revokedAt, lastContactAt }: AlertsProps) {
  const t = useText()
  if (revokedAt) return <Badge color="gray">{t('devices.revoked')}</Badge>
  if (alerts.length === 0 && !lastContactAt) return <Badge color="gray">{t('devices.noContact')}</Badge>
  if (alerts.length === 0) return <Badge color="teal">{t('devices.well')}</Badge>
  return (
    <Group gap={4} wrap="nowrap">
      {alerts.map((alert) => (
        <Badge key={alert} color="orange">
          {t(`devices.alert_${alert}`)}
        </Badge>
      ))}
    </Group>
  )
}

export const prepare = prepareList(devices)
export const Page = () => <ListPage definition={devices} />
