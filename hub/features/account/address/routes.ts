import { eq } from 'drizzle-orm'
import { originOf } from '#hub/auth/origin.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { area } from '#hub/http/area.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { actionRoute, PLATFORM } from '#hub/http/operations.ts'
import { publicAuthor } from '#hub/http/public-author.ts'
import { route, router } from '#hub/http/route.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import {
  ADDRESS,
  type AddressState,
  CONFIRM_ADDRESS,
  CONFIRM_OWN_ADDRESS,
  SEND_ADDRESS_LINK,
} from '#shared/contracts/account/address.ts'
import { must } from '#shared/std/must.ts'
import { callerOf } from '../second-factor/routes.ts'
import type { Account } from '../token/grants.ts'
import { confirmAddress, confirmOwnAddress } from './confirm-address.ts'
import { mailLinkAgain } from './send-link.ts'

const tag = 'Account'
const shared = {
  may: 'signed-in',
  stores: 'none',
  tag,
  withoutSecondFactor: true,
  provedAddress: false,
} as const

const state = route({
  ...shared,
  ...ADDRESS,
  summary: 'Show your address and its state of proof',
  answers: { 200: ADDRESS.answer },
})

const confirmOwn = route({
  ...shared,
  ...CONFIRM_OWN_ADDRESS,
  summary: 'Prove your address with the link of a mail',
  description: 'This session and the password stay. All other earlier ways to sign in are removed.',
  answers: { 204: null },
})

const confirm = route({
  ...CONFIRM_ADDRESS,
  may: 'public',
  tag,
  summary: 'Prove the address of an account with the link of a mail and the password',
  description:
    'All sessions end. A user who does not know the password chooses one with the same token: POST /api/auth/reset-password.',
  limits: (c) => c.get('hub').rateLimiter.attempt('link', originOf(clientAddress(c))),
  answers: { 204: null },
})

export const addressRoutes = area(
  router()
    .openapi(state, async (c) => {
      const hub = c.get('hub')
      const { id } = await c.var.actor()
      return c.json(
        await c.var.platform(async (tx) => ({
          ...presentAddress(await findAccount(tx, id)),
          isMailSet: await canMail(tx, hub),
        })),
        200,
      )
    })
    .openapi(confirmOwn, async (c) => {
      await confirmOwnAddress(c.get('hub'), await callerOf(c), c.req.valid('json').token)
      return c.body(null, 204)
    })
    .openapi(confirm, async (c) => {
      const address = clientAddress(c)
      const { email } = await confirmAddress(
        c.get('hub'),
        c.req.valid('json'),
        originOf(address),
        publicAuthor(c, confirm),
      )
      await c.var.attempt.succeeded()
      c.get('log').info({ event: 'address_proved', account: email, address }, 'an address was proved')
      return c.body(null, 204)
    }),
  actionRoute(
    {
      ...shared,
      ...SEND_ADDRESS_LINK,
      summary: 'Mail the link that proves your address again',
      command: async (tx, { actor, hub }) => mailLinkAgain(tx, hub, await findAccount(tx, actor.id)),
      afterwards: (hub) => hub.jobs.wake('mail'),
    },
    PLATFORM,
  ),
)

async function findAccount(tx: PlatformTx, id: string): Promise<Account> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id))
  return must(account, 'account')
}

const presentAddress = ({ email, emailVerifiedAt }: Account): Omit<AddressState, 'isMailSet'> => ({
  email,
  provedAt: emailVerifiedAt?.toISOString() ?? null,
})
