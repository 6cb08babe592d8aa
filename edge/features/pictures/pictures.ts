import type { Logger } from 'pino'
import { MAX_THUMB_BYTES } from '#shared/catalog/image-limits.ts'
import { ImageType } from '#shared/contracts/catalog/product-images.ts'
import { BITMAP_TYPE } from '#shared/receipts/bitmap.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import type { Clock } from '../../clock.ts'
import type { Replica } from '../../replica/replica.ts'
import type { HubClient } from '../../sync/hub-link/hub-client.ts'
import { HubFailure, type HubFailureKind } from '../../sync/hub-link/hub-failure.ts'
import { readChunks } from '../../sync/hub-link/read-stream.ts'
import { Pause } from '../../sync/pause.ts'
import type { Timing } from '../../sync/timing.ts'
import { imageTypeOf } from './image-type.ts'
import { type PictureStore, pictureKey } from './picture-store.ts'

export interface PicturesOptions {
  store: PictureStore
  replica: Pick<Replica, 'find' | 'revision'>
  clock: Pick<Clock, 'monotonicMs'>
  timing: Pick<Timing, 'backoffBaseMs' | 'backoffMaxMs' | 'pictureGapMs'>
  log: Logger
}

const TIMEOUT_MS = 15_000
/** Maximum number of remembered picture requests from the page. The latest are kept. */
const MOST_WANTED = 500
const SCANNED_AT_ONCE = 200
/** Interval in ms between scans of a changed catalog after all pictures have been downloaded. */
const REST_MS = 10 * 60_000
/** Time in ms before a picture that is missing at the hub or invalid is requested again. */
const FAULTY_MS = 60 * 60_000
const MOST_FAULTY = 10_000

/**
 * Downloads product pictures from the hub: first those that the page shows, then the rest of the catalog as
 * long as there is room. Downloads run one at a time, with a pause after each, so that they slow down neither
 * sync nor sales. Nothing waits for them.
 */
export class Pictures {
  readonly store: PictureStore
  readonly #options: PicturesOptions
  readonly #pause = new Pause()
  readonly #wanted = new Set<string>()
  readonly #faulty = new Map<string, number>()
  #fetching: string | null = null
  #isMissed = false
  #revision = 0
  #scan: { afterRowId: number; found: string[] } | null = { afterRowId: 0, found: [] }

  constructor(options: PicturesOptions) {
    this.#options = options
    this.store = options.store
  }

  /** Number of pictures that the page requested and that have arrived since the start of the agent. */
  get revision(): number {
    return this.#revision
  }

  /** Returns the key of a cached picture. If it is not cached, returns null and downloads it before others. */
  find(thumbUrl: string | null): string | null {
    if (thumbUrl === null) return null
    const key = pictureKey(thumbUrl)
    if (this.store.has(key)) return key
    if (thumbUrl === this.#fetching) this.#isMissed = true
    else if (!this.#isFaulty(thumbUrl)) this.#want(thumbUrl)
    return null
  }

  async run(client: HubClient, signal: AbortSignal): Promise<void> {
    const { timing, replica, log } = this.#options
    let failures = 0
    while (!signal.aborted) {
      const thumbUrl = this.#next()
      if (thumbUrl === null) {
        const { revision } = replica
        await this.#pause.wait(REST_MS, signal)
        if (replica.revision !== revision) this.#scan ??= { afterRowId: 0, found: [] }
        continue
      }
      try {
        await this.#fetch(client, thumbUrl, signal)
        failures = 0
        await sleep(timing.pictureGapMs, signal)
      } catch (error) {
        if (signal.aborted) return
        failures++
        this.#putBack(thumbUrl)
        log.debug({ err: error }, 'pictures of products cannot be fetched now')
        await sleep(backoffMs(failures, timing.backoffBaseMs, timing.backoffMaxMs), signal)
      }
    }
  }

  #want(thumbUrl: string): void {
    this.#wanted.delete(thumbUrl)
    this.#wanted.add(thumbUrl)
    const [oldest] = this.#wanted
    if (this.#wanted.size > MOST_WANTED && oldest !== undefined) this.#wanted.delete(oldest)
    this.#pause.end()
  }

  /** Moves the picture to the end of the queue. */
  #putBack(thumbUrl: string): void {
    const others = [...this.#wanted]
    this.#wanted.clear()
    for (const each of [thumbUrl, ...others].slice(0, MOST_WANTED)) this.#wanted.add(each)
  }

  #next(): string | null {
    const wanted = [...this.#wanted].at(-1)
    this.#isMissed = wanted !== undefined
    if (wanted === undefined) return this.#scanOn()
    this.#wanted.delete(wanted)
    return wanted
  }

  /** Returns the next catalog picture that is not cached, or null when there is none, no replica, or no room. */
  #scanOn(): string | null {
    const { replica } = this.#options
    while (this.#scan && this.store.hasRoomFor(MAX_THUMB_BYTES)) {
      const found = this.#scan.found.pop()
      if (found !== undefined && !this.store.has(pictureKey(found)) && !this.#isFaulty(found)) return found
      if (found !== undefined) continue
      const { afterRowId } = this.#scan
      const rows = replica.find(({ products }) => products.listPictured(afterRowId, SCANNED_AT_ONCE))
      // Without a replica, the scan restarts from the beginning once there is one.
      if (rows === null) return null
      const last = rows.at(-1)
      this.#scan = last
        ? { afterRowId: last.rowId, found: rows.map(({ thumbUrl }) => thumbUrl).reverse() }
        : null
    }
    return null
  }

  /**
   * Downloads a picture. Throws HubFailure when the hub cannot be reached. A picture that the hub refuses, or
   * that is invalid, is not retried for a while.
   */
  async #fetch(client: HubClient, thumbUrl: string, signal: AbortSignal): Promise<void> {
    const { log } = this.#options
    this.#fetching = thumbUrl
    try {
      const content = isPath(thumbUrl) ? await download(client, thumbUrl, signal) : null
      if (content && imageTypeOf(content)) {
        this.store.put(pictureKey(thumbUrl), content)
        if (this.#isMissed) this.#revision++
        return
      }
    } catch (error) {
      if (!(error instanceof HubFailure) || !OF_THE_PICTURE.includes(error.kind)) throw error
    } finally {
      this.#fetching = null
    }
    log.debug({ thumbUrl }, 'the hub has no such picture')
    this.#faulty.set(thumbUrl, this.#options.clock.monotonicMs() + FAULTY_MS)
    const [oldest] = this.#faulty.keys()
    if (this.#faulty.size > MOST_FAULTY && oldest !== undefined) this.#faulty.delete(oldest)
  }

  #isFaulty(thumbUrl: string): boolean {
    const until = this.#faulty.get(thumbUrl)
    return until !== undefined && this.#options.clock.monotonicMs() < until
  }
}

const OF_THE_PICTURE: readonly HubFailureKind[] = ['protocol', 'bad_request', 'too_large', 'server_error']

/** True for a path at the hub, false for an address at another host. */
const isPath = (thumbUrl: string): boolean => thumbUrl.startsWith('/')

/** Downloads a picture. Returns null when it exceeds the size limit. */
async function download(client: HubClient, path: string, signal: AbortSignal): Promise<Buffer | null> {
  const response = await client.send(path, {
    headers: { Accept: [...ImageType.options, BITMAP_TYPE].join(', ') },
    accept: 'image/',
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ? readChunks(response.body, TIMEOUT_MS) : []) {
    bytes += chunk.byteLength
    if (bytes > MAX_THUMB_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
