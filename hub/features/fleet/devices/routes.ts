import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { DEVICE, DEVICES, RENAME_DEVICE, REVOKE_DEVICE } from '#shared/contracts/fleet/devices.ts'
import { presentDevice } from './present.ts'
import { getDevice, listDevices, updateDevice } from './queries.ts'
import { revokeDevice } from './revoke-device.ts'

const tag = 'Sync: devices'

export const deviceRoutes = area(
  listRoute({
    ...DEVICES,
    may: 'sync.view',
    stores: 'own',
    tag,
    summary: 'List the edge agents and their state',
    list: listDevices,
    present: presentDevice,
  }),
  getRoute({
    ...DEVICE,
    may: 'sync.view',
    stores: 'own',
    tag,
    summary: 'Get one edge agent',
    read: (tx, { id }) => getDevice(tx, id),
    present: presentDevice,
  }),
  actionRoute({
    ...RENAME_DEVICE,
    may: 'devices.manage',
    stores: 'own',
    tag,
    summary: 'Rename an edge agent',
    command: (tx, { id, body }) => updateDevice(tx, id, body),
    present: presentDevice,
  }),
  actionRoute({
    ...REVOKE_DEVICE,
    may: 'devices.manage',
    stores: 'own',
    tag,
    summary: 'Revoke an edge agent',
    description:
      'It can no longer download anything, and may only upload the sales it has made. This cannot be undone.',
    command: (tx, { id }) => revokeDevice(tx, id),
    present: presentDevice,
  }),
)
