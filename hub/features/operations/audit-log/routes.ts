import { timeZoneOf } from '#hub/db/days.ts'
import { pagesOf } from '#hub/exports/pages-of.ts'
import { EXPORT_CONTENT_TYPES, sendExport } from '#hub/exports/send-export.ts'
import { area } from '#hub/http/area.ts'
import { languageOf } from '#hub/http/language.ts'
import { listRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import { AUDIT_LOG, EXPORT_AUDIT_LOG } from '#shared/contracts/organization/audit-log.ts'
import { LANGUAGES } from '#shared/std/languages.ts'
import { auditLogExport } from './export-audit-log.ts'
import { presentAuditEntry } from './present.ts'
import { type AuditRow, listAuditLog, noteCommand, readAuditLog, storeNamesOf } from './queries.ts'

const tag = 'Audit log'

const exportLog = route({
  ...EXPORT_AUDIT_LOG,
  may: 'audit.view',
  stores: 'all',
  tag,
  summary: 'Export the audit log to a file',
  description: 'Takes the filters of the list. The log records the export itself.',
  isAnswerSecret: true,
  answers: { 200: null },
  streams: EXPORT_CONTENT_TYPES,
})

export const auditLogRoutes = area(
  listRoute({
    ...AUDIT_LOG,
    may: 'audit.view',
    stores: 'all',
    tag,
    summary: 'List the changes of the audit log, the latest first',
    list: listAuditLog,
    present: presentAuditEntry,
  }),
  router().openapi(exportLog, async (c) => {
    const { format, language = languageOf(c, LANGUAGES), ...filters } = c.req.valid('query')
    await c.var.transact(noteCommand)
    const timeZone = await c.var.read(timeZoneOf)
    const storeNames = await c.var.read(storeNamesOf)
    const pages = pagesOf<AuditRow>((after, limit) =>
      c.var.read((tx) => readAuditLog(tx, filters, after, limit)),
    )
    const about = { ...auditLogExport(language, storeNames), timeZone, pages }
    return sendExport(c, { format, language: language === 'en' ? 'en' : 'ru' }, about)
  }),
)
