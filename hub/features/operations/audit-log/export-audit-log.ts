import { type ExportColumn, exportColumn } from '#hub/exports/export-column.ts'
import { sentenceOf } from '#shared/audit-log/sentence.ts'
import { SOURCE_WORDS } from '#shared/audit-log/words.ts'
import type { Language } from '#shared/std/languages.ts'
import { presentAuditEntry } from './present.ts'
import type { AuditRow } from './queries.ts'

const TITLES: Record<Language, string> = {
  en: 'Audit log',
  ru: 'Журнал изменений',
  kk: 'Өзгерістер журналы',
}

/**
 * Returns the columns of the audit log export in the reader's language. Unlike other exports, it is also
 * available in Kazakh.
 */
export function auditLogExport(
  language: Language,
  storeNames: ReadonlyMap<string, string>,
): { title: { en: string; ru: string }; columns: ExportColumn<AuditRow>[] } {
  const column = (header: Record<Language, string>, value: ExportColumn<AuditRow>['value']) =>
    exportColumn(header[language], header[language], value)
  const isSuperAdmin = (row: AuditRow) => row.isSuperAdmin
  return {
    title: { en: TITLES.en, ru: TITLES[language] },
    columns: [
      { ...column({ en: 'Time', ru: 'Время', kk: 'Уақыты' }, (row) => row.at), holds: 'moments' },
      column({ en: 'User', ru: 'Сотрудник', kk: 'Қызметкер' }, (row) => row.actorName),
      column({ en: 'Platform', ru: 'Платформа', kk: 'Платформа' }, isSuperAdmin),
      column({ en: 'Action', ru: 'Действие', kk: 'Әрекет' }, (row) =>
        sentenceOf(presentAuditEntry(row), language),
      ),
      column(
        { en: 'Source', ru: 'Источник', kk: 'Көзі' },
        ({ source }) => source && SOURCE_WORDS[source][language],
      ),
      column(
        { en: 'Stores', ru: 'Склады', kk: 'Қоймалар' },
        ({ storeIds }) => storeIds?.map((id) => storeNames.get(id) ?? id).join(', ') || null,
      ),
      column({ en: 'Record', ru: 'Запись', kk: 'Жазба' }, (row) => row.recordName),
      column({ en: 'Record ID', ru: 'ИД записи', kk: 'Жазба ИД' }, (row) => row.recordId),
      column({ en: 'Operation', ru: 'Операция', kk: 'Операция' }, (row) => row.action),
      column({ en: 'Reason', ru: 'Причина', kk: 'Себебі' }, (row) => row.reason),
      column({ en: 'Address', ru: 'Адрес', kk: 'Мекенжай' }, (row) => row.address),
      column({ en: 'Browser', ru: 'Браузер', kk: 'Браузер' }, (row) => row.userAgent),
      column(
        { en: 'Records changed', ru: 'Изменено записей', kk: 'Өзгерген жазбалар' },
        (row) => row.changedRecords,
      ),
      column({ en: 'Changes', ru: 'Изменения', kk: 'Өзгерістер' }, (row) =>
        row.changes.length > 0 ? JSON.stringify(presentAuditEntry(row).changes) : null,
      ),
    ],
  }
}
