import { z } from 'zod'
import { CounterpartyCreate } from '#shared/contracts/catalog/counterparties.ts'
import type { ExtsysNote } from '#shared/contracts/organization/extsys.ts'
import { own } from './fields.ts'

const text = z.string().optional()

export const MoySkladCounterparty = z.object({
  ...own,
  companyType: text,
  inn: text,
  kpp: text,
  ogrn: text,
  ogrnip: text,
  okpo: text,
  legalTitle: text,
  legalAddress: text,
  actualAddress: text,
  phone: text,
  email: text,
  birthDate: text,
  sex: text,
  tags: z.array(z.string()).default([]),
  discountCardNumber: text,
  mod__requisites__kz: z.object({ bin: text, iin: text }).optional(),
  accounts: z
    .object({
      rows: z
        .array(
          z.object({
            accountNumber: z.string().default(''),
            bankName: text,
            bic: text,
            correspondentAccount: text,
            isDefault: z.boolean().default(false),
          }),
        )
        .default([]),
    })
    .optional(),
})
export type MoySkladCounterparty = z.output<typeof MoySkladCounterparty>

export type CounterpartyValues = Omit<CounterpartyCreate, 'id' | 'isSupplier' | 'isCustomer' | 'priceTypeId'>

/** Fields that MoySklad does not have. An import leaves them unchanged. */
const KEPT = { id: true, isSupplier: true, isCustomer: true, priceTypeId: true } as const

/**
 * Returns the values of a counterparty, with notes about values that are left out because they are invalid or
 * have no matching field. Returns no values when the name is invalid.
 */
export function counterpartyOf(
  row: MoySkladCounterparty,
  faultOfTaxId: (id: string) => string | undefined,
): { values: CounterpartyValues | undefined; notes: ExtsysNote[] } {
  const notes: ExtsysNote[] = []
  const leaveOut = (
    field: string,
    value: unknown,
    detail: string,
    code: ExtsysNote['code'] = 'FieldLeftOut',
  ) => notes.push({ code, name: row.name || null, field, value: shown(value), detail })
  if (row.discountCardNumber)
    leaveOut('discountCardNumber', row.discountCardNumber, 'cards are issued by a loyalty program')
  const given = givenBy(row)
  const fault = given.taxId && faultOfTaxId(given.taxId)
  if (given.taxId && fault) {
    leaveOut('taxId', given.taxId, fault)
    given.taxId = undefined
  }
  for (let tries = 0; ; tries += 1) {
    const parsed = CounterpartyCreate.safeParse(given)
    if (parsed.success) {
      const values = Object.entries(parsed.data).filter(([name]) => !(name in KEPT))
      return { values: Object.fromEntries(values) as CounterpartyValues, notes }
    }
    const faults = new Map(parsed.error.issues.map(({ path: [field], message }) => [String(field), message]))
    const name = faults.get('name')
    if (name !== undefined || tries > 0) {
      leaveOut('name', row.name, name ?? 'cannot be read', 'RecordLeftOut')
      return { values: undefined, notes }
    }
    for (const [field, detail] of faults) {
      leaveOut(field, given[field], detail)
      delete given[field]
    }
  }
}

const shown = (value: unknown): string | null =>
  value === undefined ? null : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)

function givenBy(row: MoySkladCounterparty): Record<string, unknown> & { taxId: string | undefined } {
  const kind = kindOf(row.companyType)
  const isPerson = kind === 'Individual'
  const { bin, iin } = row.mod__requisites__kz ?? {}
  return {
    name: row.name,
    kind,
    taxId: row.inn ?? bin ?? iin,
    kpp: row.kpp,
    ogrn: row.ogrn ?? row.ogrnip,
    okpo: row.okpo,
    legalTitle: row.legalTitle,
    legalAddress: row.legalAddress,
    actualAddress: row.actualAddress,
    phone: row.phone,
    email: row.email,
    birthDate: isPerson ? row.birthDate?.slice(0, 10) : undefined,
    sex: isPerson ? SEXES[row.sex ?? ''] : undefined,
    bankAccounts: row.accounts?.rows ?? [],
    tags: row.tags,
    code: row.code,
    externalCode: row.externalCode ?? row.id,
    description: row.description,
    isArchived: row.archived,
  }
}

const SEXES: Record<string, string> = { MALE: 'Male', FEMALE: 'Female' }

/** Maps a MoySklad company type such as `legal`, `entrepreneurKZ` or `individual`. */
function kindOf(companyType = 'legal'): CounterpartyValues['kind'] {
  if (companyType.startsWith('entrepreneur')) return 'Entrepreneur'
  return companyType.startsWith('individual') ? 'Individual' : 'LegalEntity'
}
