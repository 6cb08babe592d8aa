import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MAX_WAIT_SECONDS } from '#shared/sync/download.ts'

/**
 * Floor of a hub with idle agents, run as a process. Holds long polls as long as a hub does and sends minimal
 * responses.
 */
const FOOTER = JSON.stringify({ end: true, cursor: 'bare', more: false, counts: {}, hash: '' })

const server = createServer((request, response) => {
  const answer = (): void => {
    response.setHeader('Content-Type', 'application/x-ndjson')
    response.end(`${FOOTER}\n`)
  }
  request.resume()
  if (request.url?.includes('wait=')) setTimeout(answer, MAX_WAIT_SECONDS * 1000)
  else request.on('end', answer)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}`)
})
process.on('disconnect', () => process.exit(0))
