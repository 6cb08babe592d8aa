import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { Device, DeviceListQuery, DevicePage, DeviceUpdate } from '#shared/contracts/fleet/devices.ts'
import { presentDevice } from './present.ts'
import { getDevice, listDevices, updateDevice } from './queries.ts'
import { revokeDevice } from './revoke-device.ts'

const tag = 'Sync: devices'

export const deviceRoutes = area(
  listRoute({
    path: '/api/devices',
    may: 'sync.view',
    tag,
    summary: 'List the edge agents and how they are',
    query: DeviceListQuery,
    answer: DevicePage,
    list: listDevices,
    present: presentDevice,
  }),
  getRoute({
    path: '/api/devices/{id}',
    may: 'sync.view',
    tag,
    summary: 'Get one edge agent',
    answer: Device,
    read: (tx, { id }) => getDevice(tx, id),
    present: presentDevice,
  }),
  actionRoute({
    method: 'patch',
    path: '/api/devices/{id}',
    may: 'devices.manage',
    tag,
    summary: 'Give an edge agent another name',
    body: DeviceUpdate,
    answer: Device,
    deed: (tx, { id, body }) => updateDevice(tx, id, body),
    present: presentDevice,
  }),
  actionRoute({
    path: '/api/devices/{id}/revoke',
    may: 'devices.manage',
    tag,
    summary: 'Revoke an edge agent',
    description:
      'It downloads nothing more and may only hand over the sales it has made. There is no way back.',
    answer: Device,
    deed: (tx, { id }) => revokeDevice(tx, id),
    present: presentDevice,
  }),
)
