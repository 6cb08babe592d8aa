import type { Actor } from '#hub/auth/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { Counterparty } from '#shared/contracts/catalog/counterparties.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import type { CounterpartyRow } from './queries.ts'
import type { Turnover } from './turnover.ts'

export function presentCounterparty(row: CounterpartyRow & Turnover, { permissions }: Actor): Counterparty {
  const seesSales = permissions.has('sales.view')
  return {
    ...presentRecord(row),
    name: row.name,
    kind: row.kind,
    isSupplier: row.isSupplier,
    isCustomer: row.isCustomer,
    taxId: row.taxId,
    kpp: row.kpp,
    ogrn: row.ogrn,
    okpo: row.okpo,
    legalTitle: row.legalTitle,
    legalAddress: row.legalAddress,
    actualAddress: row.actualAddress,
    phone: row.phone,
    phoneNumber: row.phoneNumber,
    email: row.email,
    birthDate: row.birthDate,
    sex: row.sex,
    priceTypeId: row.priceTypeId,
    bankAccounts: row.bankAccounts,
    tags: row.tags,
    code: row.code,
    externalCode: row.externalCode,
    description: row.description,
    ...(seesSales && { salesAmount: orNull(row.salesAmount) }),
    ...(seesSales && permissions.has('purchases.view') && { balance: orNull(row.balance) }),
    isSystem: row.isSystem,
    isArchived: row.isArchived,
  }
}

const orNull = (amount: Amount | null): number | null => (amount === null ? null : amountToNumber(amount))
