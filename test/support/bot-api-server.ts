import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { until } from './until.ts'

export const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcQ'

/** What the bot API answers instead of doing it. */
export interface Refusal {
  code: number
  description: string
  parameters?: { retry_after?: number; migrate_to_chat_id?: number }
}

interface Sent {
  chatId: number
  text: string
}

/** A server that speaks the part of Telegram's Bot API that the hub uses, and the chats at its other end. */
export class BotApiServer implements AsyncDisposable {
  /** All that was delivered. */
  readonly sent: Sent[] = []
  /** Asked of each message. */
  onSend: (message: Sent) => Refusal | 'cut' | undefined = () => undefined
  /** No request is answered. */
  isDown = false
  /** How many requests for updates were ended by another one: the bot API serves one reader. */
  conflicts = 0
  readonly #server: Server
  #updates: { update_id: number }[] = []
  #nextId = 500
  #poll: { end: (refusal?: Refusal) => void } | undefined

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<BotApiServer> {
    const server = createServer()
    const emulator = new BotApiServer(server)
    server.on('request', (request, response) => void emulator.#answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return emulator
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Somebody writes to the bot. */
  write(chatId: number, text: string, message: object = {}): void {
    const chat = { id: chatId, type: 'private', first_name: 'Aigul', last_name: 'Chief' }
    this.update({
      message: { message_id: 1, date: 1, chat, from: { id: chatId, language_code: 'ru' }, text, ...message },
    })
  }

  update(members: object): void {
    this.#updates.push({ update_id: this.#nextId++, ...members })
    this.#poll?.end()
  }

  /** Update ids go on from here, as after a week without any. */
  countFrom(id: number): void {
    this.#nextId = id
  }

  textsTo = (chatId: number): string[] =>
    this.sent.filter((each) => each.chatId === chatId).map(({ text }) => text)

  /** What the chat was told, once it has so many messages. */
  told = (chatId: number, messages: number): Promise<string[]> =>
    until(`${messages} messages to ${chatId}`, () => {
      const texts = this.textsTo(chatId)
      return texts.length >= messages && texts
    })

  /** Updates that were not confirmed. */
  get waiting(): number {
    return this.#updates.length
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isDown) return void response.destroy()
    const [, bot, method] = request.url?.split('/') ?? []
    const body = (await json(request)) as Record<string, unknown>
    const send = (status: number, answer: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
    }
    const refuse = ({ code, ...rest }: Refusal) => send(code, { ok: false, error_code: code, ...rest })
    if (bot !== `bot${BOT_TOKEN}`) return refuse({ code: 401, description: 'Unauthorized' })
    if (method === 'getMe')
      return send(200, { ok: true, result: { id: 1, is_bot: true, username: 'shop_bot' } })
    if (method === 'sendMessage') {
      const message = { chatId: body.chat_id as number, text: body.text as string }
      if (message.text.length > 4096)
        return refuse({ code: 400, description: 'Bad Request: message is too long' })
      const refusal = this.onSend(message)
      if (refusal !== undefined && refusal !== 'cut') return refuse(refusal)
      this.sent.push(message)
      // It is delivered, and nobody learns of it.
      if (refusal === 'cut') return void response.destroy()
      return send(200, { ok: true, result: { message_id: this.sent.length } })
    }
    if (method !== 'getUpdates') return refuse({ code: 404, description: 'Not Found' })
    if (this.#poll) {
      this.conflicts += 1
      this.#poll.end({ code: 409, description: 'Conflict: terminated by other getUpdates request' })
    }
    const { offset } = body as { offset: number }
    if (offset > 0) this.#updates = this.#updates.filter(({ update_id: id }) => id >= offset)
    const poll = {
      end: (refusal?: Refusal) => {
        if (this.#poll === poll) this.#poll = undefined
        if (refusal) return refuse(refusal)
        send(200, { ok: true, result: this.#updates })
      },
    }
    this.#poll = poll
    response.once('close', () => {
      if (this.#poll === poll) this.#poll = undefined
    })
    if (this.#updates.length > 0) poll.end()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
