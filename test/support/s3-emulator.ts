import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Emulator extends AsyncDisposable {
  endpoint: string
  /** Objects by `/<bucket>/<key>`. */
  objects: Map<string, { content: Buffer; contentType: string }>
}

/** Starts an S3-compatible store that supports PUT, GET, HEAD and DELETE of objects. It refuses unsigned requests. */
export async function startS3Emulator(accessKeyId: string): Promise<S3Emulator> {
  const objects: S3Emulator['objects'] = new Map()
  const signed = new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${accessKeyId}/\\d{8}/[\\w-]+/s3/aws4_request, ?SignedHeaders=[\\w;-]+, ?Signature=[\\da-f]{64}$`,
  )
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = new URL(request.url ?? '/', 'http://s3').pathname
    if (!signed.test(request.headers.authorization ?? '')) return refuse(response, 403, 'AccessDenied')
    const object = objects.get(path)
    switch (request.method) {
      case 'PUT': {
        const contentType = request.headers['content-type'] ?? ''
        objects.set(path, { content: Buffer.concat(chunks), contentType })
        response.writeHead(200, { ETag: '"1"' }).end()
        return
      }
      case 'DELETE':
        objects.delete(path)
        response.writeHead(204).end()
        return
      default:
        if (!object) return refuse(response, 404, 'NoSuchKey')
        response.writeHead(200, {
          'Content-Type': object.contentType,
          'Content-Length': object.content.byteLength,
        })
        response.end(request.method === 'HEAD' ? undefined : object.content)
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
