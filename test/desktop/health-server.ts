import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Server that takes the place of an agent and answers every request with a fixed body. */
export class HealthServer implements AsyncDisposable {
  readonly #server: Server
  readonly port: number
  readonly url: string

  private constructor(server: Server) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    this.url = `http://127.0.0.1:${this.port}`
  }

  static async start(body: object = HEALTHY, port = 0): Promise<HealthServer> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve)
    })
    return new HealthServer(server)
  }

  /** Returns a free port for an agent that starts later. */
  static async freePort(): Promise<number> {
    await using server = await HealthServer.start()
    return server.port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const HEALTHY = { status: 'ok', agentVersion: '0.1.0', pid: 1 }
