import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import { Device, DeviceListQuery, DevicePage, DeviceUpdate } from '#shared/contracts/fleet/devices.ts'
import { presentDevice } from './present.ts'
import { getDevice, listDevices, updateDevice } from './queries.ts'
import { revokeDevice } from './revoke-device.ts'

const tag = 'Sync: devices'

const list = route({
  method: 'get',
  path: '/api/devices',
  may: 'sync.view',
  tag,
  summary: 'List the edge agents and how they are',
  query: DeviceListQuery,
  answers: { 200: DevicePage },
})

const get = route({
  method: 'get',
  path: '/api/devices/{id}',
  may: 'sync.view',
  tag,
  summary: 'Get one edge agent',
  params: ById,
  answers: { 200: Device },
})

const update = route({
  method: 'patch',
  path: '/api/devices/{id}',
  may: 'devices.manage',
  tag,
  summary: 'Give an edge agent another name',
  params: ById,
  body: DeviceUpdate,
  answers: { 200: Device },
})

const revoke = route({
  method: 'post',
  path: '/api/devices/{id}/revoke',
  may: 'devices.manage',
  tag,
  summary: 'Revoke an edge agent',
  description:
    'It downloads nothing more and may only hand over the sales it has made. There is no way back.',
  params: ById,
  answers: { 200: Device },
})

export const deviceRoutes = router()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, total } = await c.var.read((tx) => listDevices(tx, query))
    return c.json(pageAnswer(query, total, rows.map(presentDevice)), 200)
  })
  .openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(presentDevice(await c.var.read((tx) => getDevice(tx, id))), 200)
  })
  .openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    const values = c.req.valid('json')
    return c.json(presentDevice(await c.var.transact((tx) => updateDevice(tx, id, values))), 200)
  })
  .openapi(revoke, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(presentDevice(await c.var.transact((tx) => revokeDevice(tx, id))), 200)
  })
