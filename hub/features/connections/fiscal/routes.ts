import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import { adapterOfRow, cashBoxFor, presentFiscal, readFiscal } from '#hub/integrations/fiscal/cash-boxes.ts'
import {
  FISCAL_PROVIDER_LIST,
  FISCAL_PROVIDERS,
  FISCAL_SETTINGS,
  FISCAL_TEST_SEND,
  FiscalSettings,
  FiscalSettingsUpdate,
  UPDATE_FISCAL_SETTINGS,
} from '#shared/contracts/organization/fiscal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { readTestedShop, testSend } from './test-send.ts'
import { updateFiscal } from './update-fiscal.ts'

const tag = 'Organization: fiscal receipts'
const seen = { may: 'organization.view', stores: 'all', tag } as const
const changed = { may: 'organization.update', stores: 'all', tag } as const

const providers = route({
  ...seen,
  ...FISCAL_PROVIDER_LIST,
  summary: 'List the available providers',
  answers: { 200: FISCAL_PROVIDER_LIST.answer },
})

const test = route({
  ...changed,
  ...FISCAL_TEST_SEND,
  summary: 'Send a test receipt of 1.00',
  description:
    'With the default VAT of the organization, paid in cash and by card as the retail points take them. Nothing is stored. A production provider makes a real fiscal receipt: use its test stand.',
  answers: { 200: FISCAL_TEST_SEND.answer },
})

export const fiscalRoutes = area(
  getRoute({
    ...seen,
    ...FISCAL_SETTINGS,
    summary: 'Get the providers of fiscal receipts',
    read: (tx) => readFiscal(tx),
    present: presentFiscal,
  }),
  actionRoute({
    ...changed,
    ...UPDATE_FISCAL_SETTINGS,
    summary: 'Choose the providers of fiscal receipts',
    description: 'A secret that is left out or masked stays, as long as address and login stay.',
    body: withoutReadOnly(FiscalSettingsUpdate, FiscalSettings),
    command: (tx, { body, hub }) =>
      updateFiscal(tx, body, { keyRing: hub.keyRing, emulatorUrl: hub.fiscalEmulatorUrl }),
    present: presentFiscal,
  }),
  router()
    .openapi(providers, async (c) => {
      await c.var.actor()
      const hasEmulator = c.get('hub').fiscalEmulatorUrl !== undefined
      return c.json(
        FISCAL_PROVIDERS.filter((provider) => provider !== 'Emulator' || hasEmulator),
        200,
      )
    })
    .openapi(test, async (c) => {
      await c.var.actor()
      const hub = c.get('hub')
      const { retailPointId = null } = c.req.valid('query')
      // Ends the transaction before calling the provider.
      const { cashBox, shop } = await c.var.read(async (tx) => ({
        cashBox: cashBoxFor(await readFiscal(tx), retailPointId),
        shop: await readTestedShop(tx, retailPointId),
      }))
      const { keyRing, fiscalEmulatorUrl: emulatorUrl } = hub
      const report = (err: unknown) => hub.log.warn({ err }, 'the test receipt was not sent')
      const adapter = cashBox && adapterOfRow(cashBox, { keyRing, emulatorUrl, report })
      if (!cashBox || !adapter) throw new Problem('fiscal_not_configured')
      return c.json(await testSend(cashBox.provider, adapter, shop, hub), 200)
    }),
)
