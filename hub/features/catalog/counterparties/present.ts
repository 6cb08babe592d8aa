import { presentRecord } from '#hub/http/present-record.ts'
import type { Counterparty } from '#shared/contracts/catalog/counterparties.ts'
import type { CounterpartyRow } from './queries.ts'

export function presentCounterparty(row: CounterpartyRow): Counterparty {
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
    isSystem: row.isSystem,
    isArchived: row.isArchived,
  }
}
