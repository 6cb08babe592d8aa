import pLimit from 'p-limit'
import type { HubCore } from '#hub/core.ts'
import type { Author, Tx } from '#hub/db/transact.ts'
import { addImage, storeImage } from '#hub/features/catalog/product-images/add-image.ts'
import { readImage } from '#hub/features/catalog/product-images/read-image.ts'
import { FetchError, type FetchLimits, fetchFile } from '#hub/files/fetch-file.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import type { TempFiles } from '#hub/files/temp-files.ts'
import { shownName } from '#hub/http/uploaded-file.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { MAX_IMAGE_BYTES } from '#shared/catalog/image-limits.ts'
import { Problem } from '#shared/problems/problem.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { type ImageLink, pendingLinks, settleLink } from './image-links.ts'

interface Fetcher extends HubCore {
  files: FileStore
  tempFiles: TempFiles
  jobs: JobQueue
}

const AT_ONCE = 4
const PORTION = 100
const TIMEOUT_MS = 30_000
const MOST_TRIES = 3
const RETRY_MS = 1000

/** Hosts from which images may be downloaded. */
type Places = Pick<FetchLimits, 'allowed' | 'hosts'>

/** Credentials for an organization's image links that are not public. */
export interface SignIn {
  /** Returns the headers for a link, or undefined when it is public. */
  headersFor(url: string): Readonly<Record<string, string>> | undefined
  /** Delay in ms between two such requests. */
  betweenMs: number
}

/** Downloads images from the links in imported files. */
export function fetchImages(
  hub: Fetcher,
  places: Places,
  signInOf: (organizationId: string) => Promise<SignIn>,
): void {
  doJobs(hub, 'product-import-images', async (data, run) =>
    runFetch(hub, data, run, { places, signIn: await signInOf(data.organizationId) }),
  )
}

/**
 * Downloads the images of an import. The status of each link is saved together with its image, so after a
 * crash the next run continues with the others.
 */
async function runFetch(
  hub: Fetcher,
  { organizationId, importId }: JobData['product-import-images'],
  { signal, progress, requester, command }: Run,
  { places, signIn }: { places: Places; signIn: SignIn },
): Promise<JobResult> {
  const limits = { maxBytes: MAX_IMAGE_BYTES, timeoutMs: TIMEOUT_MS, ...places, signal }
  const inTurn = pLimit(AT_ONCE)
  const oneByOne = pLimit(1)
  const fetchSignedIn = (link: ImageLink, headers: FetchLimits['headers'], author: Author) =>
    oneByOne(async () => {
      await sleep(signIn.betweenMs, signal)
      // The host is one that the hub is configured to call.
      return fetchOne(hub, link, { limits: { ...limits, headers, hosts: undefined }, author })
    })
  for (let settled = 0; ; ) {
    const links = await hub.db.read(organizationId, (tx) => pendingLinks(tx, importId, PORTION))
    if (links.length === 0) return { importId, links: settled }
    // The audit log gets one row for the batch, not one for each image.
    const author = { employeeId: requester?.employeeId ?? null, storeIds: [], command: command() }
    const done = await Promise.allSettled(
      links.map((link) => {
        const headers = signIn.headersFor(link.url)
        return headers
          ? fetchSignedIn(link, headers, author)
          : inTurn(() => fetchOne(hub, link, { limits, author }))
      }),
    )
    const failed = done.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    settled += links.length
    progress(settled)
  }
}

async function fetchOne(
  hub: Fetcher,
  link: ImageLink,
  { limits, author }: { limits: FetchLimits; author: Author },
): Promise<void> {
  const { organizationId, id, productId } = link
  limits.signal.throwIfAborted()
  try {
    await using file = await hub.tempFiles.hold(await fetchPatiently(new URL(link.url), limits))
    const image = await readImage(organizationId, file, limits.signal)
    const stored = await storeImage(hub.files, organizationId, { name: nameOf(link.url) }, image)
    await hub.db.transact(
      organizationId,
      async (tx) => {
        if (await settleLink(tx, id, { status: 'Done', message: null })) await addImage(tx, productId, stored)
      },
      author,
    )
  } catch (error) {
    const message = reasonOf(error)
    if (message === undefined) throw error
    const settle = (tx: Tx) => settleLink(tx, id, { status: 'Failed', message })
    await hub.db.transact(organizationId, settle, author)
  }
}

/** Returns the reason shown to the user. Undefined for a bug in the hub or a temporary error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof FetchError) return error.message
  if (!(error instanceof Problem) || error.status >= 500) return undefined
  return error.options.errors?.[0]?.detail ?? error.message
}

async function fetchPatiently(url: URL, limits: FetchLimits): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetchFile(url, limits)
    } catch (error) {
      if (!(error instanceof FetchError && error.isTransient) || tries === MOST_TRIES) throw error
      await sleep(backoffMs(tries, RETRY_MS, RETRY_MS * 4), limits.signal)
    }
  }
}

const nameOf = (url: string): string => shownName(new URL(url).pathname) || 'image'
