import { type ExportColumn, momentColumn } from '#hub/exports/export-column.ts'
import { presentAuditEntry } from './present.ts'
import type { AuditRow } from './queries.ts'

export const AUDIT_LOG_TITLE = { en: 'Audit log', ru: 'Журнал действий' }

export const AUDIT_LOG_COLUMNS: readonly ExportColumn<AuditRow>[] = [
  momentColumn('Time', 'Время', (row) => row.at),
  { header: { en: 'Who', ru: 'Кто' }, value: (row) => row.actorName },
  { header: { en: 'Platform', ru: 'Платформа' }, value: (row) => row.isSuperAdmin },
  { header: { en: 'Address', ru: 'Адрес' }, value: (row) => row.address },
  { header: { en: 'Browser', ru: 'Браузер' }, value: (row) => row.userAgent },
  { header: { en: 'Action', ru: 'Действие' }, value: (row) => row.action },
  { header: { en: 'Record', ru: 'Запись' }, value: (row) => row.recordName },
  { header: { en: 'Record id', ru: 'Код записи' }, value: (row) => row.recordId },
  { header: { en: 'Reason', ru: 'Причина' }, value: (row) => row.reason },
  { header: { en: 'Records changed', ru: 'Изменено записей' }, value: (row) => row.changedRecords },
  {
    header: { en: 'Changes', ru: 'Изменения' },
    value: (row) => (row.changes.length > 0 ? JSON.stringify(presentAuditEntry(row).changes) : null),
  },
]
