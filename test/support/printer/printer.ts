import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Paper } from './paper.ts'

/**
 * Emulates a network printer on a raw TCP port. It answers status requests immediately, even without paper,
 * and reports completion after it has printed all earlier data. Data received without paper is printed later.
 */
export class EmulatedPrinter implements AsyncDisposable {
  readonly paper: Paper
  hasPaper = true
  isCoverOpen = false
  /** True to send no responses. */
  isMute = false
  /** Number of further bytes after which the printer breaks the connection. */
  breaksAfter = Number.POSITIVE_INFINITY
  connections = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #kept: { socket: Socket; bytes: Uint8Array }[] = []
  #asking: Socket | null = null

  private constructor(server: Server) {
    this.#server = server
    this.paper = new Paper((question) => this.#answer(question))
    server.on('connection', (socket) => this.#serve(socket))
  }

  static async start(port = 0): Promise<EmulatedPrinter> {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new EmulatedPrinter(server)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  address(settings = ''): string {
    return `tcp://127.0.0.1:${this.port}${settings && `?${settings}`}`
  }

  putPaperIn(): void {
    this.hasPaper = true
    const kept = this.#kept
    this.#kept = []
    for (const { socket, bytes } of kept) this.#print(socket, bytes)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #serve(socket: Socket): void {
    this.connections += 1
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('data', (bytes) => {
      if (bytes.length >= this.breaksAfter) {
        this.#print(socket, bytes.subarray(0, this.breaksAfter))
        this.breaksAfter = Number.POSITIVE_INFINITY
        this.paper.disconnected()
        socket.resetAndDestroy()
        return
      }
      this.#print(socket, bytes)
    })
  }

  #print(socket: Socket, bytes: Uint8Array): void {
    this.#asking = socket
    if (this.hasPaper) {
      this.paper.feed(bytes)
      return
    }
    // Real-time status requests are answered before buffered commands.
    if (bytes[0] === 0x10)
      for (let at = 0; at < bytes.length; at += 3) this.#answer(bytes[at + 2] === 2 ? 'offline' : 'paper')
    else this.#kept.push({ socket, bytes })
  }

  #answer(question: 'offline' | 'paper' | 'done'): void {
    if (this.isMute) return
    this.#asking?.write(Uint8Array.of(this.#state(question)))
  }

  #state(question: 'offline' | 'paper' | 'done'): number {
    if (question === 'done') return 0
    if (question === 'offline')
      return 0b0001_0010 | (this.isCoverOpen ? 0b100 : 0) | (this.hasPaper ? 0 : 0b10_0000)
    return this.hasPaper ? 0b0001_0010 : 0b0111_0010
  }
}
