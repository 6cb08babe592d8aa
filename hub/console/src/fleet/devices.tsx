import { DEVICES, DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'
import { Alerts } from './alerts.tsx'

const devices = list({
  endpoint: DEVICES,
  texts: 'devices',
  columns: [
    { id: 'name', sort: 'name', width: 190, phone: 'rest', cell: ({ name }) => name },
    { id: 'retailPointName', width: 160, cell: ({ retailPointName }) => retailPointName },
    { id: 'alerts', width: 210, phone: 160, cell: (device) => <Alerts {...device} /> },
    {
      id: 'lastContactAt',
      sort: 'lastContactAt',
      width: 145,
      phone: 105,
      cell: ({ lastContactAt }, { since }) => lastContactAt && since(lastContactAt),
    },
    { id: 'waiting', width: 130, isNumber: true, cell: ({ report }) => report?.waiting },
    {
      id: 'oldestWaitingAt',
      width: 150,
      cell: ({ report }, { since }) => report?.oldestWaitingAt && since(report.oldestWaitingAt),
    },
    { id: 'agentVersion', width: 100, cell: ({ report }) => report?.agentVersion },
    { id: 'openWorkItems', width: 110, isNumber: true, cell: ({ openWorkItems }) => openWorkItems || '' },
  ],
  filters: [
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
    { name: 'alert', kind: 'choice', options: DeviceAlert.options },
    { name: 'isRevoked', kind: 'yes-no' },
  ],
  open: ({ id }) => `/devices/${id}`,
  refreshMs: 10_000,
})

export const prepare = prepareList(devices)
export const Page = () => <ListPage definition={devices} />
