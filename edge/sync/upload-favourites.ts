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

/** Uploads the favorites arranged here when there is a connection. The hub keeps the later of two arrangements. */
export class FavouritesUploader {
  readonly #options: Options
  readonly #pause = new Pause()

  constructor(options: Options) {
    this.#options = options
  }

  /** Wakes the upload, because favorites are pending or the hub is reachable again. */
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
        log.warn({ err: error }, 'the favourites could not be sent to head office, will retry')
        await this.#pause.wait(backoffMs(failures, timing.backoffBaseMs, timing.backoffMaxMs), signal)
      }
    }
  }

  async #tell(own: OwnFavourites, signal: AbortSignal): Promise<void> {
    const { journal, replica, client, log } = this.#options
    const settings = replica.find((reader) => reader.settings.find())
    // The hub would assign them to the till's current retail point, so favorites of another point are not
    // sent.
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
