import { z } from 'zod'

/** Default address of the bot API, overridden by TELEGRAM_API_URL. */
export const TELEGRAM_API_URL = 'https://api.telegram.org'
/** Time-out of a call in ms, in addition to the wait of a long poll. */
const PATIENCE_MS = 20_000
/** Duration of a long poll for updates. */
const POLL_SECONDS = 25

const Parameters = z.object({ retry_after: z.int().optional(), migrate_to_chat_id: z.int().optional() })
type Parameters = z.output<typeof Parameters>

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string().default(''),
    parameters: Parameters.default({}),
  }),
])

const Chat = z.object({
  id: z.int(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
})
export type Chat = z.output<typeof Chat>

const Message = z.object({
  chat: Chat,
  text: z.string().optional(),
  from: z.object({ language_code: z.string().optional() }).optional(),
  migrate_to_chat_id: z.int().optional(),
})
export type Message = z.output<typeof Message>

/** Update from the bot API. Invalid parts are dropped, so that a malformed update does not block later ones. */
const Update = z.object({
  update_id: z.int(),
  message: Message.optional().catch(undefined),
  my_chat_member: z
    .object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
})
export type Update = z.output<typeof Update>

/** Thrown when the bot API has refused a call without executing it. */
export class BotRefusal extends Error {
  readonly code: number
  /** Requested wait after too many calls (429). */
  readonly retryAfterSeconds: number | undefined
  /** New id of a group that became a supergroup. */
  readonly newChatId: number | undefined

  constructor(code: number, description: string, parameters: Parameters) {
    super(`${code} ${description}`.slice(0, 300))
    this.code = code
    this.retryAfterSeconds = parameters.retry_after
    this.newChatId = parameters.migrate_to_chat_id
  }
}

/** Thrown when the call did not reach the bot API, so that nothing was executed. */
export class BotUnreachable extends Error {}

/**
 * Client for Telegram's Bot API (https://core.telegram.org/bots/api). Calls throw `BotRefusal` or
 * `BotUnreachable`, and other errors when the outcome is unknown.
 */
export class BotApi {
  readonly #address: string
  readonly #stopping: AbortSignal

  constructor(apiUrl: string, token: string, stopping: AbortSignal) {
    this.#address = `${apiUrl}/bot${token}`
    this.#stopping = stopping
  }

  /** Returns the name of the bot without the @. */
  async name(): Promise<string> {
    return z.object({ username: z.string() }).parse(await this.#call('getMe', {})).username
  }

  /** Waits for updates starting at `offset`. The bot API then deletes earlier ones. */
  async updates(offset: number): Promise<Update[]> {
    const requested = { offset, timeout: POLL_SECONDS, allowed_updates: ['message', 'my_chat_member'] }
    return z.array(Update).parse(await this.#call('getUpdates', requested, POLL_SECONDS * 1000))
  }

  /** Sends plain text of at most 4096 characters. */
  async send(chatId: number, text: string): Promise<void> {
    await this.#call('sendMessage', { chat_id: chatId, text, link_preview_options: { is_disabled: true } })
  }

  async #call(method: string, body: object, waitsMs = 0): Promise<unknown> {
    const patience = AbortSignal.timeout(PATIENCE_MS + waitsMs)
    const response = await fetch(`${this.#address}/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // The address contains the token, so it must not follow a redirect.
      redirect: 'error',
      // Sending a message is not aborted, so that its outcome is known.
      signal: waitsMs > 0 ? AbortSignal.any([patience, this.#stopping]) : patience,
    }).catch((error: Error) => {
      throw isUnreached(error) ? new BotUnreachable('the bot API cannot be reached', { cause: error }) : error
    })
    const answer = Answer.parse(await response.json())
    if (!answer.ok) throw new BotRefusal(answer.error_code, answer.description, answer.parameters)
    return answer.result
  }
}

const UNREACHED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

const isUnreached = ({ cause }: Error): boolean =>
  UNREACHED.includes((cause as { code?: string } | undefined)?.code ?? '')
