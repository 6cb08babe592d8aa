import { expect } from 'vitest'
import { BOT_TOKEN, BotApiServer } from './bot-api-server.ts'
import { atMoment } from './clock.ts'
import { type ApiClient, type Organization, signUp, startTestHub, type TestHub } from './hub.ts'
import { superAdmin } from './people.ts'
import { until } from './until.ts'

export const MESSENGER = '/api/organization/messenger'
const CHANNELS = '/api/super-admin/platform-settings'

export interface BoundShop {
  shop: Organization
  chat: number
}

/** A hub whose bot uses a test server for the Bot API. */
export class MessengerHub implements AsyncDisposable {
  readonly server: BotApiServer
  readonly door: TestHub
  readonly admin: ApiClient
  #chats = 1000

  private constructor(server: BotApiServer, door: TestHub, admin: ApiClient) {
    this.server = server
    this.door = door
    this.admin = admin
  }

  static async start(config: object = {}): Promise<MessengerHub> {
    const server = await BotApiServer.start()
    const door = await startTestHub({ telegramApiUrl: server.url, pace: 0.02, ...config })
    const shop = await signUp(door)
    const hub = new MessengerHub(server, door, await superAdmin(door, shop))
    const refused = await shop.api.put(`${MESSENGER}/bind`, await hub.body(shop))
    expect([refused.status, refused.body.code]).toEqual([409, 'messenger_not_ready'])
    expect((await hub.status(shop)).state).toBe('NoBot')
    const wrong = await hub.setToken('x')
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '#/messengerToken'])
    const set = await hub.setToken(BOT_TOKEN)
    expect([set.status, set.body.messengerToken]).toEqual([200, '********'])
    await until('the bot is known', async () => (await hub.status(shop)).botName === 'shop_bot')
    return hub
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.door[Symbol.asyncDispose]()
    await this.server[Symbol.asyncDispose]()
  }

  async setToken(messengerToken: string | null) {
    return this.admin.put(CHANNELS, { ...(await this.admin.get(CHANNELS)).body, messengerToken })
  }

  newChat(): number {
    this.#chats += 1
    return this.#chats
  }

  async status({ api }: Organization) {
    return (await api.get(`${MESSENGER}/status`)).body
  }

  async body(shop: Organization, changes: object = {}) {
    const { version, language, largeReturnFrom, ...sentTo } = await this.status(shop)
    const { lowStock, shiftClosed, largeReturn, tillSilent, fiscalStuck, digest, digestAt } = sentTo
    const flags = { lowStock, shiftClosed, largeReturn, tillSilent, fiscalStuck, digest, digestAt }
    return { version, language, largeReturnFrom, ...flags, quietFrom: null, quietTo: null, ...changes }
  }

  async link(shop: Organization, changes: object = {}) {
    const answer = await shop.api.put(`${MESSENGER}/bind`, await this.body(shop, changes))
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    return answer.body.link
  }

  async sql(text: string, values: unknown[] = []) {
    await using owner = await this.door.database.connect()
    return (await owner.query(text, values)).rows
  }

  /** Opens a shop with a bound chat that has received the confirmation. */
  async openBound(changes: object = {}, organization: object = {}): Promise<BoundShop> {
    const shop = await signUp(this.door, { timeZone: 'Asia/Almaty', ...organization })
    const chat = this.newChat()
    const { code } = await this.link(shop, changes)
    this.server.write(chat, `/start ${code}`)
    await this.server.sentTo(chat, 1)
    // Recording the delivery also sets the time of the next message, so the change below must come later.
    await this.noted()
    // Simulates the time after a digest, so that all following events are collected into one message.
    await this.sql(
      `UPDATE messenger_bindings SET next_at = now() + interval '5 minutes' WHERE organization_id = $1`,
      [shop.organizationId],
    )
    return { shop, chat }
  }

  /** Executes `work` with the clock some minutes ahead, when collected events are sent in one message. */
  async inAWhile<T>(work: () => Promise<T>, minutes = 6): Promise<T> {
    const done = await atMoment(new Date(Date.now() + minutes * 60_000).toISOString(), work)
    await this.noted()
    return done
  }

  /** Waits until the hub has recorded all messages as delivered. */
  async noted(): Promise<void> {
    await until('messages are noted', async () => {
      const rows = await this.sql(
        'SELECT sending_since FROM messenger_bindings WHERE sending_since IS NOT NULL',
      )
      return rows.length === 0
    })
  }
}
