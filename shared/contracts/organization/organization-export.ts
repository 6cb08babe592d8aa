import { z } from 'zod'
import { Count, Id, integer, UtcTime } from '#shared/domain/fields.ts'
import { ById, listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { JOB_TROUBLE } from './jobs.ts'

/** Time that a finished export and its link are kept, in hours. */
export const EXPORT_HOURS = 24
/** Time that an export made before a cleanup is kept, in days. */
export const KEPT_EXPORT_DAYS = 30

export const ExportStatus = z.enum(['Pending', 'Running', 'Ready', 'Failed', 'Expired'])
export type ExportStatus = z.infer<typeof ExportStatus>

export const OrganizationExport = z
  .object({
    id: Id,
    status: ExportStatus.meta({
      description: 'Final: Ready, Failed. A ready export becomes Expired when its file is deleted',
    }),
    format: z.literal('zip(csv+json)'),
    size: Count.nullable().meta({ description: 'Size in bytes; null: not known yet' }),
    sha256: z.string().nullable().meta({ description: 'Hash of the file in hexadecimal digits' }),
    tables: Count.nullable().meta({ description: 'Number of tables' }),
    rows: Count.nullable().meta({ description: 'Number of rows of all tables' }),
    files: Count.nullable().meta({ description: 'Number of images' }),
    missingFiles: Count.nullable().meta({ description: 'Number of images missing in the file store' }),
    progress: integer(0, 100).meta({ description: 'Percent' }),
    ...JOB_TROUBLE,
    downloadUrl: z.string().nullable().meta({
      description:
        'Shown once, in the response that creates it, because the hub only keeps a hash. Valid for one download; null: request one (POST {id}/link)',
    }),
    jobId: Id.meta({ description: 'GET /api/admin/jobs/{id}' }),
    createdAt: UtcTime,
    createdByName: z.string().nullable(),
    expiresAt: UtcTime.nullable().meta({
      description: `Kept for ${EXPORT_HOURS} hours after it became ready; for ${KEPT_EXPORT_DAYS} days before a cleanup`,
    }),
  })
  .meta({ id: 'OrganizationExport' })
export type OrganizationExport = z.infer<typeof OrganizationExport>

const OrganizationExportPage = pageOf(OrganizationExport, 'OrganizationExportPage')
export const OrganizationExportQuery = listQuery(['createdAt']).omit({ search: true })

const base = '/api/org/export'
export const CREATE_EXPORT = endpoint({ method: 'post', path: base, answer: OrganizationExport })
export const ORGANIZATION_EXPORTS = endpoint({
  method: 'get',
  path: base,
  query: OrganizationExportQuery,
  answer: OrganizationExportPage,
})
export const ORGANIZATION_EXPORT = endpoint({
  method: 'get',
  path: `${base}/{id}`,
  params: ById,
  answer: OrganizationExport,
})
export const LINK_EXPORT = endpoint({
  method: 'post',
  path: `${base}/{id}/link`,
  params: ById,
  answer: OrganizationExport,
})
export const DOWNLOAD_EXPORT = endpoint({
  method: 'get',
  path: `${base}/download/{token}`,
  params: z.object({ token: z.string().max(200) }),
  answer: null,
})
