import { z } from 'zod'
import { Id, integer, text, UtcTime, Version } from '#shared/domain/fields.ts'
import { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import { calledAddress } from '../called-address.ts'
import { endpoint } from '../endpoint.ts'
import { MaskedSecret, PemUpdate, SecretUpdate, TokenUpdate } from '../secrets.ts'

/** Providers of fiscal receipts. `Emulator` is a test program (`npm run fiscal-emulator`). */
export const FISCAL_PROVIDERS = [
  ...(['None', 'Emulator', 'AtolOnline', 'Webkassa', 'ReKassa', 'OrangeData', 'CloudKassir'] as const),
] as const
export const FiscalProvider = z.enum(FISCAL_PROVIDERS).meta({ id: 'FiscalProvider' })
export type FiscalProvider = z.infer<typeof FiscalProvider>

const Address = calledAddress(/^https$/, ['public'])
  .max(500)
  .nullable()
  .meta({
    description: 'null: the default address of the provider. Requires TLS and a public address',
  })
const Inn = z
  .string()
  .regex(/^(\d{10}|\d{12})$/)
  .meta({ description: 'Tax number of the taxpayer: 10 or 12 digits' })
const Email = z.email().max(64)

/** Settings without secrets, visible to every user who may see the settings. */
const SHOWN = {
  None: {},
  Emulator: {},
  AtolOnline: {
    baseUrl: Address,
    protocol: z.enum(['v4', 'v5']).meta({ description: 'v4: format of fiscal documents 1.05, v5: 1.2' }),
    login: text(100),
    groupCode: text(100),
    inn: Inn,
    taxSystem: RussianTaxSystem,
    paymentAddress: text(256).meta({ description: 'Place of sale: an address or a site' }),
    companyEmail: Email,
  },
  Webkassa: { baseUrl: Address, login: text(100), cashboxUniqueNumber: text(50) },
  ReKassa: { baseUrl: Address, number: text(50).meta({ description: 'Serial number of the cash register' }) },
  OrangeData: {
    baseUrl: Address,
    inn: Inn,
    group: text(32).meta({ description: 'Main; Main_2 for format 1.2' }),
    keyName: text(64),
    ffdVersion: z.enum(['1.05', '1.2']),
    taxSystem: RussianTaxSystem,
    companyEmail: Email,
  },
  CloudKassir: { baseUrl: Address, publicId: text(100), inn: Inn, taxSystem: RussianTaxSystem },
} as const

/** Secrets of each provider. All of them are required. */
const SECRETS = {
  None: {},
  Emulator: {},
  AtolOnline: { password: SecretUpdate },
  Webkassa: { apiKey: TokenUpdate, password: SecretUpdate },
  ReKassa: { apiKey: TokenUpdate, password: SecretUpdate, pin: TokenUpdate },
  OrangeData: { signingKey: PemUpdate, clientCertificate: PemUpdate, clientKey: PemUpdate },
  CloudKassir: { apiSecret: TokenUpdate },
} as const satisfies Record<FiscalProvider, object>

/** Returns the names of a provider's secrets. */
export const fiscalSecrets = (provider: FiscalProvider): readonly string[] => Object.keys(SECRETS[provider])

export interface FiscalField {
  name: string
  /** Allowed values, or undefined when any text is allowed. */
  options: readonly string[] | undefined
}

/** Returns the settings of a provider without its secrets. */
export const fiscalFields = (provider: FiscalProvider): FiscalField[] =>
  Object.entries(SHOWN[provider]).map(([name, schema]: [string, z.ZodType]) => ({
    name,
    options: schema instanceof z.ZodEnum ? schema.options.map(String) : undefined,
  }))

type Masked<Provider extends FiscalProvider> = {
  [Name in keyof (typeof SECRETS)[Provider]]: typeof MaskedSecret
}
const maskedOf = <Provider extends FiscalProvider>(provider: Provider): Masked<Provider> =>
  Object.fromEntries(fiscalSecrets(provider).map((name) => [name, MaskedSecret])) as Masked<Provider>

const shown = <const Provider extends FiscalProvider>(provider: Provider) =>
  z.object({
    provider: z.literal(provider),
    ...SHOWN[provider],
    ...maskedOf(provider),
  })
const given = <const Provider extends FiscalProvider>(provider: Provider) =>
  z.strictObject({
    provider: z.literal(provider),
    ...SHOWN[provider],
    ...SECRETS[provider],
  })

export const CashBox = z
  .discriminatedUnion('provider', [
    ...([shown('None'), shown('Emulator'), shown('AtolOnline'), shown('Webkassa')] as const),
    ...([shown('ReKassa'), shown('OrangeData'), shown('CloudKassir')] as const),
  ])
  .meta({ id: 'CashBox' })
export type CashBox = z.infer<typeof CashBox>

export const CashBoxUpdate = z
  .discriminatedUnion('provider', [
    ...([given('None'), given('Emulator'), given('AtolOnline'), given('Webkassa')] as const),
    ...([given('ReKassa'), given('OrangeData'), given('CloudKassir')] as const),
  ])
  .meta({ id: 'CashBoxUpdate' })
export type CashBoxUpdate = z.output<typeof CashBoxUpdate>

const OF_ORGANIZATION = 'Cash box of every retail point without its own'

export const FiscalSettings = z
  .object({
    version: Version,
    cashBox: CashBox.meta({ description: OF_ORGANIZATION }),
    retailPoints: z.array(z.object({ retailPointId: Id, cashBox: CashBox })),
    updatedAt: UtcTime.nullable().meta({ description: 'null: never set' }),
  })
  .meta({ id: 'FiscalSettings' })
export type FiscalSettings = z.infer<typeof FiscalSettings>

export const FiscalSettingsUpdate = z
  .strictObject({
    version: Version,
    cashBox: CashBoxUpdate.meta({ description: OF_ORGANIZATION }),
    retailPoints: z
      .array(z.strictObject({ retailPointId: Id, cashBox: CashBoxUpdate }))
      .max(1000)
      .refine((points) => new Set(points.map(({ retailPointId }) => retailPointId)).size === points.length, {
        message: 'names a retail point twice',
      }),
  })
  .meta({ id: 'FiscalSettingsUpdate' })
export type FiscalSettingsUpdate = z.output<typeof FiscalSettingsUpdate>

const TestSendQuery = z.object({
  retailPointId: Id.optional().meta({ description: 'Omitted: the cash box of the organization' }),
})

/** Result of the test receipt. */
export const TestReceipt = z
  .object({
    provider: FiscalProvider,
    state: z
      .enum(['Done', 'Pending'])
      .meta({ description: 'Pending: accepted, and not done within some seconds' }),
    sign: z.string().nullable().meta({ description: 'Fiscal sign' }),
    docNumber: z.string().nullable(),
    regNumber: z.string().nullable(),
    shiftNumber: integer(0).nullable(),
    url: z.string().nullable().meta({ description: 'Address of the receipt for the customer' }),
    isOffline: z.boolean(),
  })
  .meta({ id: 'TestReceipt' })
export type TestReceipt = z.infer<typeof TestReceipt>

const path = '/api/organization/fiscal'
export const FISCAL_SETTINGS = endpoint({ method: 'get', path, answer: FiscalSettings })
export const UPDATE_FISCAL_SETTINGS = endpoint({
  method: 'put',
  path,
  body: FiscalSettingsUpdate,
  answer: FiscalSettings,
})
export const FISCAL_PROVIDER_LIST = endpoint({
  method: 'get',
  path: `${path}/providers`,
  answer: z.array(FiscalProvider),
})
export const FISCAL_TEST_SEND = endpoint({
  method: 'post',
  path: `${path}/test-send`,
  query: TestSendQuery,
  answer: TestReceipt,
})
