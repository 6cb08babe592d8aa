import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { FilesConfig } from '#hub/config/config.ts'
import { must } from '#shared/std/must.ts'
import {
  type ByteRange,
  checkKey,
  type FileContent,
  type FileStore,
  type OpenFile,
  type StoredFile,
} from './file-store.ts'

const CONNECT_PATIENCE_MS = 5_000
const ANSWER_PATIENCE_MS = 60_000

/** Store in an S3-compatible service. */
export class S3Store implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(config: Extract<FilesConfig, { kind: 's3' }>) {
    this.#bucket = config.bucket
    this.#client = new S3Client({
      region: config.region,
      ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
      forcePathStyle: config.forcePathStyle,
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      requestHandler: { connectionTimeout: CONNECT_PATIENCE_MS, requestTimeout: ANSWER_PATIENCE_MS },
      // Not every S3-compatible store supports the newer checksums. The request signature covers in-memory
      // content anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async put(key: string, content: Uint8Array | FileContent, contentType: string): Promise<void> {
    const body =
      'open' in content
        ? { Body: content.open(), ContentLength: content.sizeBytes }
        : { Body: content, ContentLength: content.byteLength }
    const object = { ...body, ContentType: contentType }
    await this.#client.send(new PutObjectCommand({ ...this.#at(key), ...object }))
  }

  async get(key: string, part?: ByteRange): Promise<OpenFile | undefined> {
    const range = part && { Range: `bytes=${part.start}-${part.end}` }
    const found = await this.#client
      .send(new GetObjectCommand({ ...this.#at(key), ...range }))
      .catch(ignoreMissing)
    if (!found) return undefined
    const body = must(found.Body, 'body of an object')
    return { ...about(found), content: body.transformToWebStream() as ReadableStream<Uint8Array> }
  }

  async head(key: string): Promise<StoredFile | undefined> {
    const found = await this.#client.send(new HeadObjectCommand(this.#at(key))).catch(ignoreMissing)
    return found && about(found)
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key))).catch(ignoreMissing)
  }

  close(): void {
    this.#client.destroy()
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: checkKey(key) }
  }
}

const about = (found: {
  ContentType?: string | undefined
  ContentLength?: number | undefined
}): StoredFile => ({
  contentType: found.ContentType ?? 'application/octet-stream',
  sizeBytes: must(found.ContentLength, 'length of an object'),
})

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error
}
