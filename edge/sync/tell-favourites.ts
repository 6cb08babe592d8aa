import type { Logger } from 'pino'
import { backoffMs } from '#shared/std/retry.ts'
import type { Favourites } from '#shared/sync/favourites.ts'
import type { Journal } from '../journal/journal.ts'
import type { OwnFavourites } from '../journal/meta.ts'
import type { Replica } from '../replica/replica.ts'
import type { HubClient } from './hub-link/hub-client.ts'
import { isRefusal } from './hub-link/hub-failure.ts'
import { Pause } from './pause.ts'
import type { Timing } from './timing.ts'

interface Options {
  journal: Journal
  replica: Replica
  client: HubClient
  timing: Timing
  log: Logger
}

const TIMEOUT_MS = 15_000

/** Tells the hub the favourites that were arranged here, when there is a line. Of two arrangements the later one holds there. */
export class FavouritesTeller {
  readonly #options: Options
  readonly #pause = new Pause()

  constructor(options: Options) {
    this.#options = options
  }

  /** There is something to tell, or the hub is back. */
  wake(): void {
    this.#pause.end()
  }

  async run(signal: AbortSignal): Promise<void> {
    const { journal, timing, log } = this.#options
    let failures = 0
    while (!signal.aborted) {
      const own = journal.read.meta.findFavourites()
      if (own === null || own.told !== null) {
        await this.#pause.wait(null, signal)
        continue
      }
      try {
        await this.#tell(own, signal)
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        failures++
        log.warn({ err: error }, 'head office was not told the favourites, will retry')
        await this.#pause.wait(backoffMs(failures, timing.backoffBaseMs, timing.backoffMaxMs), signal)
      }
    }
  }

  async #tell(own: OwnFavourites, signal: AbortSignal): Promise<void> {
    const { journal, replica, client, log } = this.#options
    const settings = replica.find((reader) => reader.settings.find())
    // The hub would take it for the retail point that the till has now.
    const isOfThisPoint = settings === null || settings.retailPointId === own.retailPointId
    const { productIds, arrangedAt } = own
    try {
      if (isOfThisPoint) await send(client, { productIds, arrangedAt }, signal)
    } catch (error) {
      if (!isRefusal(error)) throw error
      log.error({ err: error }, 'head office refuses the favourites')
    }
    journal.transact((tx) => {
      const isLast = tx.meta.findFavourites()?.arrangedAt === arrangedAt
      if (isLast) tx.meta.setFavourites({ ...own, told: { over: settings?.favouritesArrangedAt ?? null } })
    })
  }
}

async function send(client: HubClient, favourites: Favourites, signal: AbortSignal): Promise<void> {
  const response = await client.send('/api/pos/v1/favourites', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(favourites),
    accept: null,
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  await response.body?.cancel()
}
