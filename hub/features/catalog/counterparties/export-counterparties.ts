import type { Tx } from '#hub/db/transact.ts'
import { dayColumn, type ExportColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import type { CounterpartyFilters, CounterpartyKind, Sex } from '#shared/contracts/catalog/counterparties.ts'
import type { Language } from '#shared/contracts/exports.ts'
import { type ExportedCounterparty, listForExport } from './queries.ts'

/** Returns the counterparties as a file, ordered by id. */
export function counterpartyFile(_: Tx, filters: CounterpartyFilters): ExportFile<ExportedCounterparty> {
  return {
    title: { en: 'Counterparties', ru: 'Контрагенты' },
    columns: COLUMNS,
    page: (tx, after, limit) => listForExport(tx, filters, after?.id, limit),
  }
}

const KINDS: Record<CounterpartyKind, Record<Language, string>> = {
  LegalEntity: { en: 'Company', ru: 'Юридическое лицо' },
  Entrepreneur: { en: 'Sole trader', ru: 'Индивидуальный предприниматель' },
  Individual: { en: 'Individual', ru: 'Физическое лицо' },
}
const SEXES: Record<Sex, Record<Language, string>> = {
  Male: { en: 'Male', ru: 'Мужской' },
  Female: { en: 'Female', ru: 'Женский' },
}

const COLUMNS: readonly ExportColumn<ExportedCounterparty>[] = [
  { header: { en: 'Name', ru: 'Название' }, value: (row) => row.name },
  { header: { en: 'Type', ru: 'Тип' }, value: (row, language) => KINDS[row.kind][language] },
  { header: { en: 'Supplier', ru: 'Поставщик' }, value: (row) => row.isSupplier },
  { header: { en: 'Customer', ru: 'Покупатель' }, value: (row) => row.isCustomer },
  { header: { en: 'Tax ID', ru: 'ИНН / БИН' }, value: (row) => row.taxId },
  { header: { en: 'KPP', ru: 'КПП' }, value: (row) => row.kpp },
  { header: { en: 'OGRN', ru: 'ОГРН' }, value: (row) => row.ogrn },
  { header: { en: 'OKPO', ru: 'ОКПО' }, value: (row) => row.okpo },
  { header: { en: 'Full legal name', ru: 'Полное наименование' }, value: (row) => row.legalTitle },
  { header: { en: 'Legal address', ru: 'Юридический адрес' }, value: (row) => row.legalAddress },
  { header: { en: 'Actual address', ru: 'Фактический адрес' }, value: (row) => row.actualAddress },
  { header: { en: 'Phone', ru: 'Телефон' }, value: (row) => row.phone },
  { header: { en: 'E-mail', ru: 'Почта' }, value: (row) => row.email },
  dayColumn('Birthday', 'День рождения', (row) => row.birthDate),
  { header: { en: 'Gender', ru: 'Пол' }, value: (row, language) => row.sex && SEXES[row.sex][language] },
  { header: { en: 'Price type', ru: 'Тип цен' }, value: (row) => row.priceTypeName },
  {
    header: { en: 'Bank account', ru: 'Расчётный счёт' },
    value: (row) => row.bankAccounts.find((account) => account.isDefault)?.accountNumber ?? null,
  },
  { header: { en: 'Tags', ru: 'Метки' }, value: (row) => row.tags.join(', ') || null },
  { header: { en: 'Code', ru: 'Код' }, value: (row) => row.code },
  { header: { en: 'External code', ru: 'Внешний код' }, value: (row) => row.externalCode },
  { header: { en: 'Notes', ru: 'Заметки' }, value: (row) => row.description },
  { header: { en: 'Archived', ru: 'В архиве' }, value: (row) => row.isArchived },
]
