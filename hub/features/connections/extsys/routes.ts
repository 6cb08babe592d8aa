import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import type { Tx } from '#hub/db/transact.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import { MoySklad } from '#hub/integrations/extsys/moysklad.ts'
import {
  EXTSYS_SETTINGS,
  EXTSYS_STATUS,
  type ExtsysEntity,
  type ExtsysImportOptions,
  ExtsysSettings,
  ExtsysSettingsUpdate,
  IMPORT_EXTSYS_COUNTERPARTIES,
  IMPORT_EXTSYS_PRODUCTS,
  TEST_EXTSYS,
  UPDATE_EXTSYS_SETTINGS,
} from '#shared/contracts/organization/extsys.ts'
import { presentRun } from './present.ts'
import { changedUntil, lastRun, startRun } from './runs.ts'
import { extsysCredentials, presentExtsys, readExtsys, updateExtsys } from './settings.ts'
import { testConnection } from './test-connection.ts'

const tag = 'Organization: external accounting system'
const changed = { may: 'organization.update', stores: 'all', tag } as const
const imports = { may: 'catalog.create', stores: 'all', mayAlso: 'catalog.update', tag } as const

const test = route({
  ...changed,
  ...TEST_EXTSYS,
  summary: 'Test the connection',
  description: 'Signs in there and returns the name of the user.',
  answers: { 200: TEST_EXTSYS.answer },
})

const begin =
  (entity: ExtsysEntity) =>
  (tx: Tx, { body, actor, hub }: { body: ExtsysImportOptions; actor: Actor; hub: HubContext }) =>
    startRun(tx, { entity, options: body, actor, jobs: hub.jobs })
const wake = ({ jobs }: HubContext): void => jobs.wake('extsys-import')

const HOW =
  'A job does it: poll the status. It reads changes since the last import, or everything with `full`.'

export const extsysRoutes = area(
  getRoute({
    may: 'organization.view',
    stores: 'all',
    tag,
    ...EXTSYS_SETTINGS,
    summary: 'Get the credentials for the external accounting system',
    read: (tx) => readExtsys(tx),
    present: presentExtsys,
  }),
  actionRoute({
    ...changed,
    ...UPDATE_EXTSYS_SETTINGS,
    summary: 'Set the credentials for the external accounting system',
    description:
      'A secret that is left out or masked stays, as long as the other credentials do. null disconnects.',
    body: withoutReadOnly(ExtsysSettingsUpdate, ExtsysSettings),
    command: (tx, { body, hub }) => updateExtsys(tx, body, hub.keyRing),
    present: presentExtsys,
  }),
  router().openapi(test, async (c) => {
    await c.var.actor()
    const { keyRing, moySkladUrl: url, stopping: signal, pace } = c.get('hub')
    // Ends the transaction before calling the external system.
    const credentials = await c.var.read((tx) => extsysCredentials(tx, keyRing))
    return c.json(await testConnection(new MoySklad({ url, credentials, signal, pace })), 200)
  }),
  actionRoute({
    ...imports,
    ...IMPORT_EXTSYS_COUNTERPARTIES,
    summary: 'Import counterparties from the external accounting system',
    description: HOW,
    command: begin('Counterparties'),
    afterwards: wake,
    present: presentRun,
  }),
  actionRoute({
    ...imports,
    ...IMPORT_EXTSYS_PRODUCTS,
    summary: 'Import products from the external accounting system',
    description: HOW,
    command: (tx, given) => {
      const isAllowed = given.actor.permissions.has('inventory.create')
      const openingStock = isAllowed ? given.body.openingStock : 'ignore'
      return begin('Products')(tx, { ...given, body: { ...given.body, openingStock } })
    },
    afterwards: wake,
    present: presentRun,
  }),
  getRoute({
    may: 'catalog.view',
    stores: 'none',
    tag,
    ...EXTSYS_STATUS,
    summary: 'Get the progress of imports from the external accounting system',
    read: async (tx) => ({
      isConnected: Boolean((await readExtsys(tx))?.secret),
      counterparties: await statusOf(tx, 'Counterparties'),
      products: await statusOf(tx, 'Products'),
    }),
    present: (status) => status,
  }),
)

async function statusOf(tx: Tx, entity: ExtsysEntity) {
  const last = await lastRun(tx, entity)
  return { lastRun: last ? presentRun(last) : null, changedUntil: await changedUntil(tx, entity) }
}
