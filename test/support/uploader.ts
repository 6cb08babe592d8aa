import { request } from 'node:http'
import { Readable } from 'node:stream'
import { must } from '#shared/std/must.ts'

/**
 * Program that posts a number of bytes several times with a Node HTTP client and prints the response statuses
 * or the error code: `node uploader.ts CLIENT URL BYTES TIMES`. It is a separate process, because a client in
 * the hub's process would never send without pauses.
 */
const PIECE = Buffer.alloc(64 * 1024, 'x')
const headers = { 'Content-Type': 'text/csv' }

function* pieces(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE
}

async function fetched(url: string, body: BodyInit): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  await answer.text()
  return answer.status
}

const requested = (url: string, send: (sent: ReturnType<typeof request>) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    send(sent.on('error', reject))
  })

export const CLIENTS: Record<string, (url: string, bytes: number) => Promise<number>> = {
  'fetch with bytes': (url, bytes) => fetched(url, Buffer.alloc(bytes, 'x')),
  'fetch with a stream': (url, bytes) =>
    fetched(url, Readable.toWeb(Readable.from(pieces(bytes))) as BodyInit),
  'http.request with bytes': (url, bytes) => requested(url, (sent) => sent.end(Buffer.alloc(bytes, 'x'))),
  'http.request with a stream': (url, bytes) =>
    requested(url, (sent) => void Readable.from(pieces(bytes)).pipe(sent)),
}

if (import.meta.main) {
  const [client = '', url = '', bytes, times] = process.argv.slice(2)
  const statuses: unknown[] = []
  for (let time = 0; time < Number(times); time += 1)
    statuses.push(
      await must(CLIENTS[client])(url, Number(bytes)).catch((error) => error.cause?.code ?? error.code),
    )
  process.stdout.write(JSON.stringify(statuses))
}
