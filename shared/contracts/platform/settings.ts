import { z } from 'zod'
import {
  Count,
  codeText,
  integer,
  optionalParagraphs,
  optionalText,
  UtcTime,
  Version,
} from '#shared/domain/fields.ts'
import { placeOf } from '../../std/host-place.ts'
import { Email } from '../account/auth.ts'
import { PROVIDER_KEYS } from '../account/sign-on.ts'
import { calledAddress } from '../called-address.ts'
import { endpoint } from '../endpoint.ts'
import { MaskedSecret, SecretUpdate } from '../secrets.ts'

const limit = (of: string) =>
  integer(1, 1_000_000_000)
    .nullable()
    .default(null)
    .meta({ description: `${of}; null: no limit` })

const rules = {
  signUp: z
    .enum(['Open', 'Invitation'])
    .meta({ description: 'Open: anybody may register an organization; Invitation: only invited users' }),
  maxRetailPoints: limit('Maximum number of retail points of an organization'),
  maxProducts: limit('Maximum number of products of an organization'),
  maxRequestsPerMinute: limit(
    'Maximum number of requests of the users of an organization in a minute, at each hub process; tills are not limited',
  ),
  maintenanceNote: optionalParagraphs(2000).meta({
    description: 'Shown to everybody by GET /api/maintenance-note',
  }),
}

export const PlatformSettingsUpdate = z
  .strictObject({ version: Version, ...rules })
  .meta({ id: 'PlatformSettingsUpdate' })
export type PlatformSettingsUpdate = z.output<typeof PlatformSettingsUpdate>
export const PlatformSettings = z
  .object({
    version: Version,
    signUp: z.enum(['Open', 'Invitation']),
    maxRetailPoints: Count.nullable(),
    maxProducts: Count.nullable(),
    maxRequestsPerMinute: Count.nullable(),
    maintenanceNote: z.string().nullable(),
    updatedAt: UtcTime,
  })
  .meta({ id: 'PlatformSettings' })
export type PlatformSettings = z.infer<typeof PlatformSettings>

/** URL with only an origin: no path, credentials, query, fragment or trailing slash. */
const PublicUrl = calledAddress(/^https?$/)
  .max(255)
  .refine((url) => URL.canParse(url) && url.replace(/\/$/, '') === new URL(url).origin, {
    error: 'must be such as https://hub.example',
  })
  .transform((url) => new URL(url).origin)

const Tls = z.enum(['None', 'StartTls', 'Tls'])
const Mail = z.strictObject({
  host: codeText(255)
    .regex(/^[\w.:-]+$/, { error: 'must be a name or an address' })
    .refine((host) => placeOf(host) !== 'nowhere', { error: 'is no address that can be called' }),
  port: integer(1, 65_535).default(587),
  tls: Tls.default('StartTls').meta({
    description:
      'StartTls: refused when the server does not support it (port 587). Tls: from the first byte (port 465)',
  }),
  user: optionalText(255),
  password: SecretUpdate,
  fromAddress: Email,
  fromName: optionalText(100),
})
export type MailUpdate = z.output<typeof Mail>

/** Issuer URL without query and fragment (OpenID Connect Discovery 1.0, section 3). */
const Issuer = calledAddress(/^https?$/)
  .max(255)
  .refine(isIssuer, { error: 'must be an https address without query and fragment' })

/** True for a valid issuer. Plain HTTP is allowed only for providers on this machine. */
function isIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, search, hash } = new URL(issuer)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || isLocal) && search + hash === ''
}

const SignOnProvider = z.strictObject({
  key: z.enum(PROVIDER_KEYS),
  name: optionalText(100).meta({ description: 'Name on the button; null: the default name of the provider' }),
  issuer: Issuer.nullable().default(null).meta({
    description: 'null: the issuer of Google. Microsoft has https://login.microsoftonline.com/TENANT/v2.0',
  }),
  clientId: codeText(255),
  clientSecret: SecretUpdate,
})
export type SignOnProviderUpdate = z.output<typeof SignOnProvider>

export const PlatformChannelsUpdate = z
  .strictObject({
    version: Version,
    publicUrl: PublicUrl.nullable()
      .default(null)
      .meta({ description: 'Beginning of links in mails; null: PUBLIC_URL of the hub' }),
    mail: Mail.nullable().default(null).meta({ description: 'SMTP server; null: there is none' }),
    signOn: z
      .array(SignOnProvider)
      .max(PROVIDER_KEYS.length)
      .default([])
      .refine((providers) => new Set(providers.map(({ key }) => key)).size === providers.length, {
        error: 'has a provider twice',
      })
      .meta({ description: 'OpenID Connect providers that users may sign in with' }),
    messengerToken: SecretUpdate.meta({
      description: 'Token of the Telegram bot, from BotFather; null: there is none',
    }),
    backedUpKeyId: optionalText(64).meta({
      description: 'Sealing key that you have a backup of, as named by sealingKeyId',
    }),
  })
  .meta({ id: 'PlatformChannelsUpdate' })
export type PlatformChannelsUpdate = z.output<typeof PlatformChannelsUpdate>

export const PlatformChannels = z
  .object({
    version: Version,
    publicUrl: z.string().nullable(),
    mail: z
      .object({
        host: z.string(),
        port: Count,
        tls: Tls,
        user: z.string().nullable(),
        password: MaskedSecret,
        fromAddress: z.string(),
        fromName: z.string().nullable(),
      })
      .nullable(),
    signOn: z.array(
      z.object({
        key: z.enum(PROVIDER_KEYS),
        name: z.string().nullable(),
        issuer: z.string(),
        clientId: z.string(),
        clientSecret: MaskedSecret,
      }),
    ),
    messengerToken: MaskedSecret,
    backedUpKeyId: z.string().nullable(),
    sealingKeyId: z.string().meta({ description: 'Key that seals secrets now' }),
    updatedAt: UtcTime,
  })
  .meta({ id: 'PlatformChannels' })
export type PlatformChannels = z.infer<typeof PlatformChannels>

const TestSent = z.object({ to: z.string() }).meta({ id: 'TestSent' })

export const SetupStatus = z
  .object({
    isComplete: z.boolean(),
    items: z.array(
      z.object({
        name: z.enum(['administrator', 'mail', 'publicUrl', 'keyBackup', 'jobs']),
        isDone: z.boolean(),
        detail: z.string().meta({ description: 'Present state, or what to do' }),
      }),
    ),
  })
  .meta({ id: 'SetupStatus' })
export type SetupStatus = z.infer<typeof SetupStatus>

const rulesPath = '/api/super-admin/settings'
export const PLATFORM_SETTINGS = endpoint({ method: 'get', path: rulesPath, answer: PlatformSettings })
export const UPDATE_PLATFORM_SETTINGS = endpoint({
  method: 'put',
  path: rulesPath,
  body: PlatformSettingsUpdate,
  answer: PlatformSettings,
})

const channelsPath = '/api/super-admin/platform-settings'
export const PLATFORM_CHANNELS = endpoint({ method: 'get', path: channelsPath, answer: PlatformChannels })
export const UPDATE_PLATFORM_CHANNELS = endpoint({
  method: 'put',
  path: channelsPath,
  body: PlatformChannelsUpdate,
  answer: PlatformChannels,
})
export const TEST_SEND = endpoint({ method: 'post', path: `${channelsPath}/test-send`, answer: TestSent })
export const SETUP_STATUS = endpoint({
  method: 'get',
  path: '/api/super-admin/setup-status',
  answer: SetupStatus,
})
