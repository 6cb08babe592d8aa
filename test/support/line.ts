import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { sleep } from '#shared/std/retry.ts'

/** Conditions of a simulated connection. */
export interface Weather {
  /**
   * Other end of the connection. `nobody` breaks connections at once. `silence` keeps connections open but
   * transfers no data, like a router that has lost its state. `login page` and `redirect` simulate a hotel
   * network before the guest accepts its terms.
   */
  end: 'target' | 'nobody' | 'silence' | 'login page' | 'redirect'
  /** Speed in each direction. */
  bytesPerSecond: number
  /** Delay before a response begins, in milliseconds. */
  delayMs: number
  /**
   * Return the number of response or request bytes after which a connection breaks. Each function is called
   * once per connection.
   */
  answerBytes: () => number
  requestBytes: () => number
}

const FAIR: Weather = {
  end: 'target',
  bytesPerSecond: Number.POSITIVE_INFINITY,
  delayMs: 0,
  answerBytes: () => Number.POSITIVE_INFINITY,
  requestBytes: () => Number.POSITIVE_INFINITY,
}

/** Number of chunks per second on a slow connection. */
const PIECES_PER_SECOND = 20

const LOGIN_PAGE = '<html><body><form>Welcome! Please accept our terms.</form></body></html>'

/**
 * TCP proxy on a loopback port that simulates connection failures between its clients and the real target.
 * With several targets, each connection gets the next available one, like behind a load balancer.
 */
export class Line implements AsyncDisposable {
  readonly #targets: readonly (() => string)[]
  readonly #connections = new Set<Connection>()
  readonly #carried = new EventEmitter().setMaxListeners(0)
  #server: Server
  #weather = FAIR
  #turn = 0
  /** Number of response bytes transferred over all connections. */
  #answerBytes = 0
  /** Number of connections accepted by the proxy. */
  connections = 0

  private constructor(targets: readonly (() => string)[]) {
    this.#targets = targets
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /**
   * Opens a proxy. The `targets` functions return URLs and are called for each connection, because programs
   * can restart on another port.
   */
  static async open(...targets: (() => string)[]): Promise<Line> {
    const line = new Line(targets)
    line.#server.listen(0, '127.0.0.1')
    await once(line.#server, 'listening')
    return line
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Changes the conditions, also for open connections. Omitted conditions are reset to normal. */
  become(weather: Partial<Weather>): void {
    this.#weather = { ...FAIR, ...weather }
    const { end } = this.#weather
    if (end === 'silence') for (const connection of this.#connections) connection.isForgotten = true
    else if (end !== 'target') this.breakConnections()
  }

  /** Breaks all open connections. New connections are not affected. */
  breakConnections(): void {
    for (const connection of this.#connections) connection.break()
  }

  /** Resolves when the given number of further response bytes has been transferred. */
  async carries(bytes: number): Promise<void> {
    const goal = this.#answerBytes + bytes
    while (this.#answerBytes < goal) await once(this.#carried, 'answer')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.become({ end: 'nobody' })
    await closed
  }

  async #accept(caller: Socket): Promise<void> {
    this.connections++
    caller.on('error', () => caller.destroy())
    const { end } = this.#weather
    if (end === 'nobody') caller.destroy()
    else if (end === 'login page' || end === 'redirect') caller.once('data', () => caller.end(portal(end)))
    else {
      const target = await this.#nextTarget()
      // The conditions can have changed in the meantime.
      if (target && this.#weather.end !== 'nobody') return this.#join(caller, target)
      target?.destroy()
      caller.destroy()
    }
  }

  async #nextTarget(): Promise<Socket | null> {
    for (const _ of this.#targets) {
      const target = this.#targets[this.#turn++ % this.#targets.length]
      const socket = target && (await reach(target()))
      if (socket) return socket
    }
    return null
  }

  #join(caller: Socket, target: Socket): void {
    const { end, answerBytes, requestBytes } = this.#weather
    const connection = new Connection(caller, target)
    connection.isForgotten = end === 'silence'
    this.#connections.add(connection)
    const ways: Way[] = [
      { from: caller, to: target, bytesLeft: requestBytes(), isAnswer: false },
      { from: target, to: caller, bytesLeft: answerBytes(), isAnswer: true },
    ]
    // A reset of one end closes the other. An end that has finished sending does not.
    const carrying = ways.map((way) => this.#carry(connection, way).catch(() => connection.break()))
    void Promise.all(carrying).then(() => this.#connections.delete(connection))
  }

  async #carry(connection: Connection, way: Way): Promise<void> {
    for await (const chunk of way.from) {
      const { delayMs } = this.#weather
      if (way.isAnswer && delayMs > 0) await sleep(delayMs)
      const part = (chunk as Buffer).subarray(0, way.bytesLeft)
      way.bytesLeft -= part.length
      await this.#pass(connection, way, part)
      if (way.bytesLeft < 1) return connection.break()
    }
    way.to.end()
  }

  async #pass(connection: Connection, { to, isAnswer }: Way, chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const { bytesPerSecond } = this.#weather
      const isSlow = Number.isFinite(bytesPerSecond)
      const size = isSlow ? Math.ceil(bytesPerSecond / PIECES_PER_SECOND) : chunk.length
      if (isSlow) await sleep(1000 / PIECES_PER_SECOND)
      if (connection.isForgotten || to.destroyed) return
      const piece = chunk.subarray(at, at + size)
      await new Promise<void>((done) => to.write(piece, () => done()))
      at += piece.length
      if (!isAnswer) continue
      this.#answerBytes += piece.length
      this.#carried.emit('answer')
    }
  }
}

interface Way {
  from: Socket
  to: Socket
  bytesLeft: number
  isAnswer: boolean
}

class Connection {
  readonly #ends: readonly Socket[]
  /** True when no data is transferred any more and neither end is notified. */
  isForgotten = false

  constructor(...ends: Socket[]) {
    this.#ends = ends
  }

  /** Resets the connection, so that data in transit is lost. */
  break(): void {
    for (const end of this.#ends) end.resetAndDestroy()
  }
}

async function reach(url: string): Promise<Socket | null> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    socket.on('error', () => socket.destroy())
    return socket
  } catch {
    return null
  }
}

function portal(kind: 'login page' | 'redirect'): string {
  return kind === 'login page'
    ? `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${LOGIN_PAGE.length}\r\nConnection: close\r\n\r\n${LOGIN_PAGE}`
    : 'HTTP/1.1 302 Found\r\nLocation: http://login.hotel.test/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
}
