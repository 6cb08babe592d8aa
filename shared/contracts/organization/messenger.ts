import { z } from 'zod'
import { AmountOut, amountIn } from '#shared/money/wire.ts'
import { LANGUAGES } from '#shared/std/languages.ts'
import { Id, integer, TimeOfDay, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const MessengerLanguage = z.enum(LANGUAGES)
export type MessengerLanguage = z.infer<typeof MessengerLanguage>

/** What a chat can be told of. */
export const NoticeKind = z.enum([
  ...([
    'bound',
    'test',
    'tillSilent',
    'largeReturn',
    'shiftClosed',
    'lowStock',
    'fiscalStuck',
    'digest',
  ] as const),
])
export type NoticeKind = z.infer<typeof NoticeKind>

const version = integer(0).meta({ description: 'Goes up with each change; 0: nothing was ever set' })

const settings = {
  language: MessengerLanguage.meta({ description: 'Of the notices' }),
  lowStock: z.boolean().meta({ description: 'A product reaches its minimum stock, all stores together' }),
  shiftClosed: z.boolean().meta({ description: 'A shift is closed, with its figures' }),
  largeReturn: z.boolean().meta({ description: 'A return of `largeReturnFrom` or more' }),
  tillSilent: z.boolean().meta({ description: 'The hub does not hear of a till with an open shift' }),
  fiscalStuck: z
    .boolean()
    .meta({ description: 'A fiscal receipt was refused, or tried in vain several times' }),
  digest: z.boolean().meta({
    description:
      'Each day at `digestAt`: what was sold the day before, with its profit, and what was changed. It takes somebody who may see costs',
  }),
  digestAt: TimeOfDay.meta({ description: 'By the clocks of the organization' }),
}
const quietTime = TimeOfDay.nullable().meta({
  description: 'By the clocks of the organization; no notice goes out from `quietFrom` until `quietTo`',
})

export const MessengerBind = z
  .strictObject({
    version,
    ...settings,
    largeReturnFrom: amountIn({ above: 0 }),
    quietFrom: quietTime,
    quietTo: quietTime,
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    error: 'give both times or none',
    path: ['quietTo'],
  })
  .refine(({ quietFrom, quietTo }) => quietFrom === null || quietFrom !== quietTo, {
    error: 'must be another time than quietFrom',
    path: ['quietTo'],
  })
  .meta({ id: 'MessengerBind' })
export type MessengerBind = z.output<typeof MessengerBind>

export const MessengerTrouble = z.object({
  cause: z.enum(['NoBot', 'TokenRefused', 'NotReached', 'Refused']).meta({
    description:
      'NoBot: the platform has none any more. TokenRefused: it is the token of no bot. NotReached: Telegram has not answered for 15 minutes. Refused: it takes no message to this chat',
  }),
  since: UtcTime.nullable(),
  said: z.string().nullable().meta({ description: 'By Telegram, of this chat' }),
})
export type MessengerTrouble = z.infer<typeof MessengerTrouble>

const status = {
  version,
  state: z.enum(['NoBot', 'Unbound', 'Waiting', 'Bound', 'Stopped', 'Blocked']).meta({
    description:
      'NoBot: the platform has none that answers. Waiting: for a chat to send the code. Stopped, Blocked: by the chat',
  }),
  botName: z.string().nullable(),
  chatName: z.string().nullable().meta({ description: 'Of the bound chat' }),
  boundAt: UtcTime.nullable(),
  trouble: MessengerTrouble.nullable().meta({
    description: 'Why nothing arrives now. What was to be told waits',
  }),
  boundById: Id.nullable(),
  boundByName: z.string().nullable(),
  lastSentAt: UtcTime.nullable().meta({ description: 'When the chat was last told something' }),
  ...settings,
  largeReturnFrom: AmountOut,
  quietFrom: quietTime,
  quietTo: quietTime,
}

export const MessengerStatus = z.object(status).meta({ id: 'MessengerStatus' })
export type MessengerStatus = z.infer<typeof MessengerStatus>

export const MessengerBound = z
  .object({
    ...status,
    link: z.object({ url: z.url(), code: z.string(), expiresAt: UtcTime }).nullable().meta({
      description:
        'Opens the chat, which sends the code once; shown now and never again. null: a chat is bound',
    }),
  })
  .meta({ id: 'MessengerBound' })
export type MessengerBound = z.infer<typeof MessengerBound>

const path = '/api/organization/messenger'
export const MESSENGER_STATUS = endpoint({ method: 'get', path: `${path}/status`, answer: MessengerStatus })
export const BIND_MESSENGER = endpoint({
  ...{ method: 'put', path: `${path}/bind`, body: MessengerBind, answer: MessengerBound },
})
export const UNBIND_MESSENGER = endpoint({ method: 'delete', path, answer: null })
export const TEST_MESSENGER = endpoint({ method: 'post', path: `${path}/test`, answer: null })
