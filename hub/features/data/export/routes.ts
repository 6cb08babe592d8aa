import { originOf } from '#hub/auth/origin.ts'
import { area } from '#hub/http/area.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  CREATE_EXPORT,
  DOWNLOAD_EXPORT,
  LINK_EXPORT,
  ORGANIZATION_EXPORT,
  ORGANIZATION_EXPORTS,
} from '#shared/contracts/organization/organization-export.ts'
import { download } from './download.ts'
import { ARCHIVE_TYPE } from './make-export.ts'
import { presentExport } from './present.ts'
import { getExport, linkExport, listExports, refuseUnlessSeesAll, startExport } from './queries.ts'

const tag = 'Organization: export'
const about = { may: 'organization.update', stores: 'all', tag } as const

const create = route({
  ...CREATE_EXPORT,
  ...about,
  stepUp: true,
  isAnswerSecret: true,
  summary: 'Export the whole organization',
  description:
    'A job writes one state of all its data into a ZIP: each table as CSV and JSON, images, a description, checksums; ' +
    'no passwords, PINs or other secrets. While an export is being made, the response is that export, with a new link. Requires ' +
    'a user who may see everything.',
  answers: { 202: CREATE_EXPORT.answer },
})

const downloadRoute = route({
  ...DOWNLOAD_EXPORT,
  may: 'public',
  tag,
  summary: 'Download an export',
  description:
    'Without signing in: the link is the key. The first download, whole or of a part, claims the link: its response sets a ' +
    'cookie, with which the client can continue in parts (Range with If-Range). For all others the link is gone (404). It ends ' +
    'when the last byte has been sent, or when the export expires.',
  limits: (c) => c.get('hub').rateLimiter.attempt('exportDownload', originOf(clientAddress(c))),
  answers: { 200: null },
  streams: ARCHIVE_TYPE,
})

export const organizationExportRoutes = area(
  listRoute({
    ...ORGANIZATION_EXPORTS,
    ...about,
    summary: 'List the exports of the organization',
    list: listExports,
    present: presentExport,
  }),
  getRoute({
    ...ORGANIZATION_EXPORT,
    ...about,
    summary: 'Get one export',
    description: 'Poll until it is Ready or Failed.',
    read: (tx, { id }) => getExport(tx, id),
    present: presentExport,
  }),
  actionRoute({
    ...LINK_EXPORT,
    ...about,
    stepUp: true,
    isAnswerSecret: true,
    summary: 'Make a link that downloads an export once',
    description: 'An earlier link of the export ends.',
    command: (tx, { id, actor }) => {
      refuseUnlessSeesAll(actor)
      return linkExport(tx, id)
    },
    present: presentExport,
  }),
  router()
    .openapi(create, async (c) => {
      const actor = await c.var.actor()
      const { jobs } = c.get('hub')
      const made = await c.var.transact((tx) => startExport(tx, actor, jobs))
      jobs.wake('organization-export')
      c.header('Location', `${CREATE_EXPORT.path}/${made.row.id}`)
      return c.json(presentExport(made), 202)
    })
    .openapi(downloadRoute, async (c) => {
      const answer = await download(c, c.req.valid('param').token)
      await c.var.attempt.succeeded()
      return answer
    }),
)
