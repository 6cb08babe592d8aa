import { TextDecoder } from 'node:util'

/** Printed output: lines of text, with marks in brackets for everything else. */
export class Paper {
  readonly lines: string[] = []
  /** Rows of dots of each printed image, with # for black. */
  readonly images: string[][] = []
  drawerKicks = 0
  #rest: number[] = []
  #line = ''
  #style = ''
  #width = 1
  #align = 0
  #qr = ''
  #decoder = new TextDecoder('ibm866')
  /** Code tables supported by this printer, by their ESC t number. */
  readonly #tables: Record<number, string> = { 17: 'ibm866', 16: 'windows-1252' }
  readonly onQuestion: (question: 'offline' | 'paper' | 'done') => void

  constructor(onQuestion: Paper['onQuestion']) {
    this.onQuestion = onQuestion
  }

  /** All printed lines, separated by line breaks. */
  get text(): string {
    return this.lines.join('\n')
  }

  feed(bytes: Uint8Array): void {
    this.#rest.push(...bytes)
    while (this.#rest.length > 0) {
      const used = this.#take(this.#rest)
      if (used === 0) return
      this.#rest.splice(0, used)
    }
  }

  /** Discards an incomplete command and ends an incomplete line, because the connection is lost. */
  disconnected(): void {
    this.#rest = []
    this.#endLineIfAny()
  }

  /** Executes the next command. Returns the number of bytes consumed, or 0 if the command is incomplete. */
  #take(bytes: number[]): number {
    const [a = 0, b, c, d] = bytes
    if (a === 0x0a) {
      this.#endLine()
      return 1
    }
    if (a === 0x10) {
      if (c === undefined) return 0
      if (b !== 0x04) throw new Error('DLE without EOT')
      this.onQuestion(c === 2 ? 'offline' : 'paper')
      return 3
    }
    if (a === 0x1b) return this.#escape(b, c, bytes)
    if (a === 0x1d) return this.#group(b, c, d, bytes)
    if (a === 0x1c) return b === undefined ? 0 : 2
    if (a < 0x20) throw new Error(`byte ${a} is no command`)
    this.#line += this.#decoder.decode(Uint8Array.of(a))
    return 1
  }

  #escape(b: number | undefined, c: number | undefined, bytes: number[]): number {
    if (b === undefined) return 0
    if (b === 0x40) return 2
    if (c === undefined) return 0
    if (b === 0x74) {
      const name = this.#tables[c]
      if (name === undefined) throw new Error(`code table ${c} is not known`)
      this.#decoder = new TextDecoder(name)
      return 3
    }
    if (b === 0x45) {
      this.#style = c === 1 ? '*' : ''
      return 3
    }
    if (b === 0x61) {
      this.#align = c
      return 3
    }
    if (b === 0x4d) return 3
    if (b === 0x70) {
      if (bytes.length < 5) return 0
      this.drawerKicks += 1
      return 5
    }
    throw new Error(`ESC ${b.toString(16)} is not known`)
  }

  #group(b: number | undefined, c: number | undefined, d: number | undefined, bytes: number[]): number {
    if (b === undefined || c === undefined) return 0
    switch (b) {
      case 0x21:
        this.#width = (c >> 4) + 1
        return 3
      case 0x56:
        this.#endLineIfAny()
        this.lines.push('[cut]')
        return 3
      case 0x72:
        this.onQuestion('done')
        return 3
      case 0x68:
      case 0x77:
      case 0x48:
      case 0x66:
        return 3
      case 0x6b: {
        const length = d ?? Number.POSITIVE_INFINITY
        if (bytes.length < 4 + length) return 0
        const code = String.fromCharCode(...bytes.slice(4, 4 + length)).replace(/^\{B/, '')
        this.lines.push(`[barcode ${code}]`)
        return 4 + length
      }
      case 0x28: {
        const length = (d ?? 0) + (bytes[4] ?? 0) * 256
        if (bytes.length < 5 || bytes.length < 5 + length) return 0
        const data = bytes.slice(5, 5 + length)
        if (data[1] === 0x50) this.#qr = String.fromCharCode(...data.slice(3))
        if (data[1] === 0x51) this.lines.push(`[qr ${this.#qr}]`)
        return 5 + length
      }
      case 0x76: {
        if (bytes.length < 8) return 0
        const [bytesPerRow, height] = [
          (bytes[4] ?? 0) + (bytes[5] ?? 0) * 256,
          (bytes[6] ?? 0) + (bytes[7] ?? 0) * 256,
        ]
        const length = bytesPerRow * height
        if (bytes.length < 8 + length) return 0
        const data = bytes.slice(8, 8 + length)
        this.images.push(
          Array.from({ length: height }, (_, y) =>
            data
              .slice(y * bytesPerRow, (y + 1) * bytesPerRow)
              .map((byte) => byte.toString(2).padStart(8, '0'))
              .join('')
              .replaceAll('0', ' ')
              .replaceAll('1', '#'),
          ),
        )
        this.lines.push(`[image ${this.images.length}]`)
        return 8 + length
      }
      default:
        throw new Error(`GS ${b.toString(16)} is not known`)
    }
  }

  #endLineIfAny(): void {
    if (this.#line !== '') this.#endLine()
  }

  #endLine(): void {
    const mark = this.#style + (this.#width === 2 ? '^' : '')
    const text = this.#align === 1 ? this.#line.trim() : this.#line
    if (text !== '' || this.lines.at(-1)?.startsWith('[') !== true) this.lines.push(mark + text)
    this.#line = ''
  }
}
