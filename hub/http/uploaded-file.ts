import type { Context } from 'hono'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

export interface UploadedFile {
  /** As the client calls it, without folders; good for showing, never for a path. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

const MAX_NAME = 255

/**
 * The file of a request: the part `file` of multipart/form-data, or the whole body when it has the content type
 * `rawType`. Throws invalid_request when there is none, unsupported_media_type for any other body.
 */
export async function readUploadedFile(c: Context<HubEnv>, rawType?: string): Promise<UploadedFile> {
  const type = c.req.header('Content-Type') ?? ''
  const body = await c.req.arrayBuffer()
  if (rawType !== undefined && type.split(';')[0]?.trim().toLowerCase() === rawType) {
    return named('', new Uint8Array(body))
  }
  if (!/^multipart\/form-data\b/i.test(type)) {
    const known = ['multipart/form-data', ...(rawType === undefined ? [] : [rawType])]
    throw new Problem('unsupported_media_type', { detail: `Send ${known.join(' or ')}` })
  }
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new Problem('invalid_request', { detail: 'The body is not what multipart/form-data looks like' })
  })
  const file = form.get('file')
  if (!(file instanceof File)) throw invalidField(['file'], 'is missing')
  return named(file.name, new Uint8Array(await file.arrayBuffer()))
}

function named(name: string, bytes: Uint8Array<ArrayBuffer>): UploadedFile {
  if (bytes.byteLength === 0) throw invalidField(['file'], 'is empty')
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const shown = base
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
  return { name: shown.slice(0, MAX_NAME).toWellFormed() || 'file', bytes }
}
