import { z } from 'zod'
import { Day, Id, optionalParagraphs, optionalText, text } from '#shared/domain/fields.ts'
import { AmountOut } from '#shared/money/wire.ts'
import {
  BooleanQuery,
  createFields,
  IdsQuery,
  listQuery,
  pageOf,
  recordFields,
  SearchText,
  updateFields,
} from '../common.ts'
import { exportOf, resource } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'

export const CounterpartyKind = z.enum(['LegalEntity', 'Entrepreneur', 'Individual'])
export type CounterpartyKind = z.infer<typeof CounterpartyKind>
export const Sex = z.enum(['Male', 'Female'])
export type Sex = z.infer<typeof Sex>

export const BankAccount = z
  .strictObject({
    accountNumber: text(34),
    bankName: optionalText(255),
    bic: optionalText(11),
    correspondentAccount: optionalText(34),
    isDefault: z.boolean().default(false),
  })
  .meta({ id: 'BankAccount' })
export type BankAccount = z.output<typeof BankAccount>

const BankAccounts = z
  .array(BankAccount)
  .max(50)
  .refine((accounts) => accounts.filter((account) => account.isDefault).length <= 1, {
    error: 'only one can be the default',
  })
  .transform((accounts) =>
    accounts.some((account) => account.isDefault)
      ? accounts
      : accounts.map((account, index) => ({ ...account, isDefault: index === 0 })),
  )
  .default([])
  .meta({ description: 'Exactly one is the default: the first if none is marked' })

/** Returns the schema of an optional text with a required format. */
const formed = (max: number, form: RegExp, error: string) =>
  optionalText(max).refine((value) => value === null || form.test(value), { error })

export const MAX_TAGS = 100
const Tag = text(255)

const editable = {
  name: text(255),
  kind: CounterpartyKind.default('LegalEntity'),
  isSupplier: z.boolean().default(true),
  isCustomer: z.boolean().default(true),
  taxId: optionalText(14).meta({
    description: 'Depends on the country of the organization: RU 10 or 12 digits, KZ 12, UZ 9',
  }),
  kpp: formed(9, /^\d{4}[\dA-Z]{2}\d{3}$/, 'must have the form of a КПП: 9 digits'),
  ogrn: formed(15, /^(\d{13}|\d{15})$/, 'must be 13 digits, or 15 of an entrepreneur'),
  okpo: formed(14, /^(\d{8}|\d{10}|\d{14})$/, 'must be 8, 10 or 14 digits'),
  legalTitle: optionalText(255),
  legalAddress: optionalText(255),
  actualAddress: optionalText(255),
  phone: optionalText(255).meta({ description: 'Phone in any spelling' }),
  email: optionalText(255).refine((value) => value === null || z.email().safeParse(value).success, {
    error: 'is not an e-mail address',
  }),
  birthDate: Day.nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'For individuals only' }),
  sex: Sex.nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'For individuals only' }),
  priceTypeId: Id.nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'Price type of its shipments' }),
  bankAccounts: BankAccounts,
  tags: z
    .array(Tag)
    .max(MAX_TAGS)
    .transform((tags) => [...new Set(tags)])
    .default([])
    .meta({ description: 'Groups for discounts' }),
  code: optionalText(255),
  externalCode: optionalText(255),
  description: optionalParagraphs(4096),
  isArchived: z.boolean().default(false),
}

/** Fields that apply only to individuals. */
const PERSONAL = ['birthDate', 'sex'] as const

function refusePersonal({ value, issues }: z.core.ParsePayload<z.output<z.ZodObject<typeof editable>>>) {
  if (value.kind === 'Individual') return
  for (const field of PERSONAL) {
    if (value[field])
      issues.push({ code: 'custom', path: [field], input: value, message: 'only an individual has one' })
  }
}

export const CounterpartyCreate = z
  .strictObject({ ...createFields, ...editable })
  .check(refusePersonal)
  .meta({ id: 'CounterpartyCreate' })
export type CounterpartyCreate = z.output<typeof CounterpartyCreate>
export const CounterpartyUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .check(refusePersonal)
  .meta({ id: 'CounterpartyUpdate' })
export type CounterpartyUpdate = z.output<typeof CounterpartyUpdate>

const nullableText = z.string().nullable()

export const Counterparty = z
  .object({
    ...recordFields,
    name: z.string(),
    kind: CounterpartyKind,
    isSupplier: z.boolean(),
    isCustomer: z.boolean(),
    taxId: nullableText,
    kpp: nullableText,
    ogrn: nullableText,
    okpo: nullableText,
    legalTitle: nullableText,
    legalAddress: nullableText,
    actualAddress: nullableText,
    phone: nullableText,
    phoneNumber: nullableText.meta({ description: 'The phone in E.164; null: it cannot be parsed' }),
    email: nullableText,
    birthDate: nullableText,
    sex: Sex.nullable(),
    priceTypeId: Id.nullable(),
    bankAccounts: z.array(
      z.object({
        accountNumber: z.string(),
        bankName: nullableText,
        bic: nullableText,
        correspondentAccount: nullableText,
        isDefault: z.boolean(),
      }),
    ),
    tags: z.array(z.string()),
    code: nullableText,
    externalCode: nullableText,
    description: nullableText,
    salesAmount: AmountOut.nullable()
      .optional()
      .meta({
        description:
          'Sales less returns: posted shipments and receipts, in the currency of the organization. null: the ' +
          'customer of sales without a customer. Only for users who may see sales',
      }),
    balance: AmountOut.nullable()
      .optional()
      .meta({
        description:
          'Shipments and receipts on credit less purchases that were not returned; below 0 is owed to it. Payments of ' +
          'documents are not recorded. Only for users who may see sales and purchases',
      }),
    isSystem: z
      .boolean()
      .meta({ description: 'true: the customer of sales without a customer, which cannot be deleted' }),
    isArchived: z.boolean(),
  })
  .meta({ id: 'Counterparty' })
export type Counterparty = z.infer<typeof Counterparty>
const CounterpartyPage = pageOf(Counterparty, 'CounterpartyPage')

export const CounterpartyFilters = z.object({
  search: SearchText.optional().meta({
    description: 'Part of the name, code, tax id or phone; a phone in any spelling',
  }),
  kind: CounterpartyKind.optional(),
  isSupplier: BooleanQuery.optional(),
  isCustomer: BooleanQuery.optional(),
  tag: text(255).optional(),
  isArchived: BooleanQuery.optional(),
  ids: IdsQuery,
})
export type CounterpartyFilters = z.output<typeof CounterpartyFilters>
/** Filter of the list, for use in a request body. */
export const CounterpartyFilter = z
  .strictObject({
    ...CounterpartyFilters.shape,
    isSupplier: z.boolean().optional(),
    isCustomer: z.boolean().optional(),
    isArchived: z.boolean().optional(),
  })
  .meta({ id: 'CounterpartyFilter' })

/** Changes to many counterparties. Omitted fields stay unchanged. */
export const CounterpartyChanges = z
  .strictObject({
    isSupplier: z.boolean().optional(),
    isCustomer: z.boolean().optional(),
    priceTypeId: Id.nullable().optional(),
    addTags: z.array(Tag).min(1).max(MAX_TAGS).optional(),
    removeTags: z.array(Tag).min(1).max(MAX_TAGS).optional(),
    isArchived: z.boolean().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: 'name something to change' })

const CounterpartyListQuery = listQuery(['name', 'code', 'taxId', 'createdAt', 'updatedAt']).extend(
  CounterpartyFilters.shape,
)
const CounterpartyExportQuery = CounterpartyFilters.extend(ExportQuery.shape)
export const CounterpartyRemoval = z.object({
  clearReferences: BooleanQuery.prefault('false').meta({
    description: 'true: products with this supplier lose it. Otherwise they prevent the deletion',
  }),
})
export type CounterpartyRemoval = z.output<typeof CounterpartyRemoval>

export const COUNTERPARTIES = resource({
  base: '/api/catalog/counterparties',
  contracts: {
    item: Counterparty,
    page: CounterpartyPage,
    create: CounterpartyCreate,
    update: CounterpartyUpdate,
    list: CounterpartyListQuery,
    remove: CounterpartyRemoval,
  },
})
export const EXPORT_COUNTERPARTIES = exportOf(COUNTERPARTIES, CounterpartyExportQuery)
