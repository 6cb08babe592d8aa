import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { MiddlewareHandler } from 'hono'
import { ClientGone } from '#shared/http/body-chunks.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { cleanText } from '#shared/std/clean-text.ts'
import type { HubEnv } from './env.ts'
import { bodyChunks } from './request-body.ts'

export type FileType = 'multipart/form-data' | 'text/csv'

export interface TakesFile {
  /** Accepted content types: a form with the part `file`, or the file itself as the body. */
  types: readonly FileType[]
  maxBytes: number
}

/** Maximum size of the form around the file, in bytes. */
const FORM_BYTES = 16 * 1024
const FORM_LIMITS = { parts: 20, fieldSize: 1024, headerPairs: 20, headerSize: 8 * 1024 }
const MAX_NAME = 255
const CHUNK_BYTES = 64 * 1024

/**
 * Middleware that streams an uploaded file to disk and provides it as `c.var.file`. Throws `invalid_request`
 * without a file, `unsupported_media_type` for another content type, and `payload_too_large`.
 */
export function takeFile({ types, maxBytes }: TakesFile): MiddlewareHandler<HubEnv> {
  return async function takeFile(c, next) {
    const type = c.req.header('Content-Type') ?? ''
    const essence = type.split(';')[0]?.trim().toLowerCase()
    const taken = types.find((known) => known === essence)
    if (!taken) throw new Problem('unsupported_media_type', { detail: `Send ${types.join(' or ')}` })
    await using file = await c.get('hub').tempFiles.create()
    const isForm = taken === 'multipart/form-data'
    const chunks = bodyChunks(c, isForm ? maxBytes + FORM_BYTES : maxBytes)
    const name = isForm ? await receiveForm(chunks, type, file) : await receiveRaw(chunks, file)
    const { size } = await file.stat()
    if (size === 0) throw invalidField(['file'], 'is empty')
    if (size > maxBytes)
      throw new Problem('payload_too_large', { detail: `A file has at most ${maxBytes} bytes` })
    c.set('file', {
      name: shownName(name) || 'file',
      sizeBytes: size,
      fd: file.fd,
      open: () => Readable.from(contentOf(file), { objectMode: false }),
    })
    await next()
  }
}

/** Reads by position, because several readers share the handle and a reader that stops early must not close it. */
async function* contentOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function receiveRaw(chunks: AsyncIterable<Uint8Array>, file: FileHandle): Promise<string> {
  await file.writeFile(chunks)
  return ''
}

/** Stores the first part named `file`. Resolves to its file name. */
async function receiveForm(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  file: FileHandle,
): Promise<string> {
  const form = asForm(
    () => new Busboy({ headers: { 'content-type': type }, preservePath: true, limits: FORM_LIMITS }),
  )
  let part: { name: string; content: Readable; written: Promise<unknown> } | undefined
  form.on('file', (field, content, name) => {
    // A truncated body also emits an error on its last part, which would end the process without a listener.
    content.on('error', () => {})
    if (field !== 'file' || part) {
      content.resume()
      return
    }
    const written = file.writeFile(content).catch((error: Error) => {
      form.destroy(error)
      return error
    })
    part = { name, content, written }
  })
  try {
    await pipeline(chunks, form)
  } catch (error) {
    // Otherwise the writer would wait for the rest of the part.
    part?.content.destroy(error as Error)
    const failure = await part?.written
    if (isOfDisk(failure)) throw failure
    if (error instanceof Problem || error instanceof ClientGone) throw error
    throw notAForm()
  }
  const failure = await part?.written
  if (failure) throw failure
  if (!part) throw invalidField(['file'], 'is missing')
  return part.name
}

const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error

function asForm<Form>(make: () => Form): Form {
  try {
    return make()
  } catch {
    throw notAForm()
  }
}

const notAForm = (): Problem =>
  new Problem('invalid_request', { detail: 'The body is not valid multipart/form-data' })

/** Returns the file name without folders, cleaned like all names (shared/std/clean-text.ts). Can be empty. */
export function shownName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const shown = cleanText(base.toWellFormed())
  return shown.slice(0, MAX_NAME).toWellFormed().trim()
}
