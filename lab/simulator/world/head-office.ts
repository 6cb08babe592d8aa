import type { Random } from '#test/support/random.ts'
import type { HubServer } from './hub-server.ts'
import type { World } from './world.ts'

export interface OfficeAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at freely
  body: any
}

/**
 * The owner at head office, using the hub's API. This connection has no faults, but a hub can die during a
 * request.
 */
export class HeadOffice {
  readonly #world: World
  readonly #random: Random
  token: string

  constructor(world: World, random: Random) {
    this.#world = world
    this.#random = random
    this.token = world.shop.token
  }

  /** Sends a request. Returns null when no hub is running or the hub died. */
  async send(method: string, path: string, body?: unknown): Promise<OfficeAnswer | null> {
    const hub = this.#aliveHub()
    if (!hub) return null
    const answer = await this.#ask(hub, method, path, body)
    if (answer?.status !== 401) return answer
    await this.#signIn(hub)
    return this.#ask(hub, method, path, body)
  }

  #aliveHub(): HubServer | null {
    const alive = this.#world.hubs.filter((hub) => hub.isUp)
    return alive.length > 0 ? this.#random.pick(alive) : null
  }

  async #ask(hub: HubServer, method: string, path: string, body: unknown): Promise<OfficeAnswer | null> {
    try {
      const answer = await hub.fetch(path, {
        method,
        headers: {
          Authorization: `Bearer ${this.token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = Buffer.from(answer.body).toString('utf8')
      return { status: answer.status, body: text ? JSON.parse(text) : undefined }
    } catch (error) {
      if (hub.isUp) throw error
      return null
    }
  }

  async #signIn(hub: HubServer): Promise<void> {
    const { email, password } = this.#world.shop
    const body = new URLSearchParams({ grant_type: 'password', username: email, password }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await hub.fetch('/~/connect/token', { method: 'POST', headers, body }).catch(() => null)
    if (answer?.status !== 200) return
    this.token = (
      JSON.parse(Buffer.from(answer.body).toString('utf8')) as { access_token: string }
    ).access_token
  }
}
