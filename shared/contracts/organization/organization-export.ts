import { z } from 'zod'
import { ById, Count, Id, integer, listQuery, pageOf, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { JOB_TROUBLE } from './jobs.ts'

/** How long the file is kept, and with it the link, once it is ready. */
export const EXPORT_HOURS = 24
/** How long one is kept that was made before all data were deleted. */
export const KEPT_EXPORT_DAYS = 30

export const ExportStatus = z.enum(['Pending', 'Running', 'Ready', 'Failed', 'Expired'])
export type ExportStatus = z.infer<typeof ExportStatus>

export const OrganizationExport = z
  .object({
    id: Id,
    status: ExportStatus.meta({
      description: 'Final: Ready, Failed. A ready one becomes Expired: its file is deleted',
    }),
    format: z.literal('zip(csv+json)'),
    size: Count.nullable().meta({ description: 'In bytes; null: not known yet' }),
    sha256: z.string().nullable().meta({ description: 'Of the file, in hexadecimal digits' }),
    tables: Count.nullable().meta({ description: 'Tables in it' }),
    rows: Count.nullable().meta({ description: 'Rows of all tables' }),
    files: Count.nullable().meta({ description: 'Images in it' }),
    missingFiles: Count.nullable().meta({ description: 'Images that are not in the file store' }),
    progress: integer(0, 100).meta({ description: 'Percent' }),
    ...JOB_TROUBLE,
    downloadUrl: z.string().nullable().meta({
      description:
        'Shown once, in the answer that makes it: the hub keeps a hash alone. It downloads the file once; null: ask for one (POST {id}/link)',
    }),
    jobId: Id.meta({ description: 'GET /api/admin/jobs/{id}' }),
    createdAt: UtcTime,
    createdByName: z.string().nullable(),
    expiresAt: UtcTime.nullable().meta({
      description: `${EXPORT_HOURS} hours after it became ready; ${KEPT_EXPORT_DAYS} days before a cleanup`,
    }),
  })
  .meta({ id: 'OrganizationExport' })
export type OrganizationExport = z.infer<typeof OrganizationExport>

export const OrganizationExportPage = pageOf(OrganizationExport, 'OrganizationExportPage')
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
