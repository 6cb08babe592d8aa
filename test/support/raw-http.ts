import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A connection that can send invalid HTTP and exposes the raw response. */
export class RawConnection implements AsyncDisposable {
  readonly socket: Socket
  #received = ''
  readonly #ended: Promise<void>

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      this.#received += text
      socket.emit('more')
    })
    this.#ended = new Promise((resolve) => {
      socket.once('close', () => {
        resolve()
        socket.emit('more')
      })
    })
    // Some tests expect a connection reset.
    socket.on('error', () => undefined)
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new RawConnection(socket)
  }

  /** All text received since the last `forget`. */
  get text(): string {
    return this.#received
  }

  /** Discards the received text before the next response is read. */
  forget(): void {
    this.#received = ''
  }

  /** Resolves once the given text has been received or the connection has closed. */
  async received(text: string): Promise<void> {
    while (!this.#received.includes(text) && !this.socket.closed)
      await new Promise((resolve) => this.socket.once('more', resolve))
  }

  /** Sends the head of a request, with line ends and the Host header added. */
  head(line: string, headers: Record<string, string | number | string[]> = {}): this {
    const lines = Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}: ${value}\r\n`),
    )
    this.socket.write(`${line} HTTP/1.1\r\nHost: hub.test\r\n${lines.join('')}\r\n`)
    return this
  }

  write(bytes: string | Uint8Array): this {
    this.socket.write(bytes)
    return this
  }

  /**
   * Sends data until `totalBytes` are sent or the other side stops reading. Resolves with the number of bytes
   * sent.
   */
  async pour(totalBytes: number): Promise<number> {
    const piece = Buffer.alloc(64 * 1024, 'x')
    const before = this.socket.bytesWritten
    for (let sent = 0; sent < totalBytes && this.socket.writable; sent += piece.length) {
      if (this.socket.write(piece)) continue
      await new Promise<void>((resolve) => {
        this.socket.once('drain', resolve).once('close', resolve)
      })
    }
    return this.socket.bytesWritten - before
  }

  /** Resolves with the first complete response, or undefined when the connection closes without one. */
  async answer(): Promise<RawAnswer | undefined> {
    for (;;) {
      const parsed = parse(this.#received)
      if (parsed || this.socket.closed) return parsed
      await new Promise((resolve) => this.socket.once('more', resolve))
    }
  }

  /** Ends this side of the connection. Resolves when both sides have closed it. */
  async closed(): Promise<void> {
    this.socket.end()
    await this.#ended
  }

  reset(): void {
    this.socket.resetAndDestroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.destroy()
    await this.#ended
  }
}

function parse(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status === 100) return parse(text.slice(end + 4))
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = text.slice(end + 4)
  const length = Number(headers['content-length'] ?? 0)
  return body.length < length ? undefined : { status, headers, body: body.slice(0, length) }
}
