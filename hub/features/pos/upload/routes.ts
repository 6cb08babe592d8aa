import { route, router } from '#hub/http/route.ts'
import { UploadAnswer, UploadRequest } from '#shared/sync/upload.ts'
import { readBody, readUpload } from './read-upload.ts'
import { receiveUpload } from './receive-upload.ts'

/** Maximum size of a decompressed request. Tills close their batches well below it. */
const UPLOAD_LIMIT_BYTES = 16 * 1024 * 1024

const upload = route({
  method: 'post',
  path: '/api/pos/v1/sales',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Upload sales and other records of a till',
  description:
    'Takes custody of every item first, then posts each on its own. The response has a result per item and is 200 ' +
    'whatever they are. Content-Encoding: gzip is understood.',
  // Only documents the body. read-upload.ts reads it, because no item may be refused for its shape.
  describesBody: UploadRequest,
  takesBytes: UPLOAD_LIMIT_BYTES,
  takesNulBytes: true,
  answers: { 200: UploadAnswer },
})

export const uploadRoutes = router().openapi(upload, async (c) => {
  const text = await readBody(c.var.bytes, c.req.header('Content-Encoding'), UPLOAD_LIMIT_BYTES)
  const { id, organizationId } = await c.var.actor()
  const hub = c.get('hub')
  const answer = await receiveUpload(hub, organizationId, id, await readUpload(text, id))
  for (const { result } of answer.results) hub.metrics.uploaded(result)
  return c.json(answer, 200)
})
