import { z } from 'zod'
import { route, router } from '#hub/http/route.ts'
import { ImageType } from '#shared/contracts/catalog/product-images.ts'
import { Problem } from '#shared/problems/problem.ts'
import { BITMAP_TYPE } from '#shared/receipts/bitmap.ts'
import { keyOfAddress } from './image-files.ts'

const A_YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Serves images without sign-in, because image tags cannot send a token. Anyone who knows the address can see
 * the image, but its 160 random bits cannot be guessed. The file at an address never changes.
 */
const file = route({
  method: 'get',
  path: '/uploads/{organizationId}/{fileKey}/{file}',
  may: 'public',
  tag: 'Uploaded files',
  summary: 'Get an uploaded file',
  description: 'Responses that name files contain these addresses. The file at an address never changes.',
  params: z.object({ organizationId: z.string(), fileKey: z.string(), file: z.string() }),
  answers: { 200: null },
  streams: [...ImageType.options, BITMAP_TYPE],
})

export const uploadedFileRoutes = router().openapi(file, async (c) => {
  const { organizationId, fileKey, file } = c.req.valid('param')
  const key = keyOfAddress(`${organizationId}/${fileKey}/${file}`)
  const { files } = c.get('hub')
  const etag = `"${fileKey}-${file}"`
  const isKnown = isNamedBy(etag, c.req.header('If-None-Match'))
  const withoutContent = isKnown || c.req.method === 'HEAD'
  const found = key && (await (withoutContent ? files.head(key) : files.get(key)))
  if (!found) throw new Problem('not_found', { detail: 'There is no file at this address' })
  const caching = { ETag: etag, 'Cache-Control': `public, max-age=${A_YEAR_SECONDS}, immutable` }
  if (isKnown) return c.body(null, 304, caching)
  const headers = {
    ...caching,
    'Content-Type': found.contentType,
    'Content-Length': String(found.sizeBytes),
  }
  return 'content' in found
    ? c.body(found.content as ReadableStream, 200, headers)
    : c.body(null, 200, headers)
})

/** True when `If-None-Match` contains the tag, using weak comparison (RFC 9110, section 13.1.2). */
function isNamedBy(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
