import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { until } from './until.ts'

export const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcQ'

/** Error response of the bot API. */
export interface Refusal {
  code: number
  description: string
  parameters?: { retry_after?: number; migrate_to_chat_id?: number }
}

interface Sent {
  chatId: number
  text: string
}

/** Test server for the part of Telegram's Bot API that the hub uses. It also simulates the chats. */
export class BotApiServer implements AsyncDisposable {
  /** All messages delivered to chats. */
  readonly sent: Sent[] = []
  /** Hook for each message. It can return an error, or 'cut' to deliver the message but drop the response. */
  onSend: (message: Sent) => Refusal | 'cut' | undefined = () => undefined
  /** True to drop the connection of each request without a response. */
  isDown = false
  /** Number of update requests ended by a newer one, because the bot API serves one reader at a time. */
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

  /** Writes to the bot as a user of the given chat. */
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

  /** Continues update ids from the given number, as Telegram does after a week without updates. */
  countFrom(id: number): void {
    this.#nextId = id
  }

  textsTo = (chatId: number): string[] =>
    this.sent.filter((each) => each.chatId === chatId).map(({ text }) => text)

  /** Resolves with the texts sent to the chat once there are at least `messages`. */
  sentTo = (chatId: number, messages: number): Promise<string[]> =>
    until(`${messages} messages to ${chatId}`, () => {
      const texts = this.textsTo(chatId)
      return texts.length >= messages && texts
    })

  /** Number of updates that the hub has not confirmed. */
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
      // The message is delivered, but its response is lost.
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
