import { z } from 'zod'
import { Id, integer, TimeOfDay, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut, amountIn } from '#shared/money/wire.ts'
import { LANGUAGES } from '#shared/std/languages.ts'
import { endpoint } from '../endpoint.ts'

export const MessengerLanguage = z.enum(LANGUAGES)
export type MessengerLanguage = z.infer<typeof MessengerLanguage>

/** Kinds of notifications sent to a chat. */
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

const version = integer(0).meta({ description: 'Increases with each change; 0: never set' })

const settings = {
  language: MessengerLanguage.meta({ description: 'Language of the notices' }),
  lowStock: z
    .boolean()
    .meta({ description: 'Notice when a product falls to its minimum stock, all stores together' }),
  shiftClosed: z.boolean().meta({ description: 'Notice when a shift is closed, with its figures' }),
  largeReturn: z.boolean().meta({ description: 'Notice of a return of `largeReturnFrom` or more' }),
  tillSilent: z
    .boolean()
    .meta({ description: 'Notice when the hub loses contact with a till with an open shift' }),
  fiscalStuck: z
    .boolean()
    .meta({ description: 'Notice when a fiscal receipt was refused, or failed several times' }),
  digest: z.boolean().meta({
    description:
      'Daily notice at `digestAt`: sales of the day before with their profit, and changes. Only a user who may see costs can enable it',
  }),
  digestAt: TimeOfDay.meta({ description: 'In the time zone of the organization' }),
}
const quietTime = TimeOfDay.nullable().meta({
  description: 'In the time zone of the organization; no notice is sent from `quietFrom` until `quietTo`',
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
      'NoBot: the platform no longer has a bot. TokenRefused: its token is not valid. NotReached: Telegram has not answered for 15 minutes. Refused: it takes no message to this chat',
  }),
  since: UtcTime.nullable(),
  said: z.string().nullable().meta({ description: 'Message of Telegram on this chat' }),
})
export type MessengerTrouble = z.infer<typeof MessengerTrouble>

const status = {
  version,
  state: z.enum(['NoBot', 'Unbound', 'Waiting', 'Bound', 'Stopped', 'Blocked']).meta({
    description:
      'NoBot: the platform has no working bot. Waiting: for a chat to send the code. Stopped, Blocked: by the chat',
  }),
  botName: z.string().nullable(),
  chatName: z.string().nullable().meta({ description: 'Name of the bound chat' }),
  boundAt: UtcTime.nullable(),
  trouble: MessengerTrouble.nullable().meta({
    description: 'Reason why nothing arrives now. Notices wait',
  }),
  boundById: Id.nullable(),
  boundByName: z.string().nullable(),
  lastSentAt: UtcTime.nullable().meta({ description: 'Time of the last notice to the chat' }),
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
      description: 'Opens the chat, which sends the code once; shown only now. null: a chat is bound',
    }),
  })
  .meta({ id: 'MessengerBound' })
export type MessengerBound = z.infer<typeof MessengerBound>

const path = '/api/organization/messenger'
export const MESSENGER_STATUS = endpoint({ method: 'get', path: `${path}/status`, answer: MessengerStatus })
export const BIND_MESSENGER = endpoint({
  method: 'put',
  path: `${path}/bind`,
  body: MessengerBind,
  answer: MessengerBound,
})
export const UNBIND_MESSENGER = endpoint({ method: 'delete', path, answer: null })
export const TEST_MESSENGER = endpoint({ method: 'post', path: `${path}/test`, answer: null })
