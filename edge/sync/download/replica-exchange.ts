import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Digest } from '#shared/sync/digest.ts'
import {
  DOWNLOAD_CONTENT_TYPE,
  DOWNLOAD_SCHEMAS,
  type DownloadFooter,
  type DownloadHeader,
} from '#shared/sync/download.ts'
import type { ReplicaWriter } from '../../replica/replica-writer.ts'
import type { HubClient } from '../hub-link/hub-client.ts'
import { HubFailure } from '../hub-link/hub-failure.ts'
import { type Line, readLines } from '../hub-link/read-stream.ts'
import type { Timing } from '../timing.ts'
import { readDownload } from './download-exchange.ts'
import type { DownloadReport } from './download-messages.ts'
import type { ReplicaCheck, Verdict } from './replica-check.ts'

export interface Exchange {
  client: HubClient
  timing: Timing
  report: (report: DownloadReport) => void
  cursor: string
  deviceId: string
  waitSeconds: number
  /** Comparison of the whole replica with the hub, or null when it is not due. */
  check: ReplicaCheck | null
}

export interface ExchangeOutcome {
  header: DownloadHeader
  lines: number
  more: boolean
  verdict: Verdict
}

/**
 * Requests the changes since the cursor and applies them in one transaction with the new cursor. A due
 * comparison with the hub runs in the same transaction. A reset applies nothing.
 */
export async function exchange(
  options: Exchange,
  writer: ReplicaWriter,
  signal: AbortSignal,
): Promise<ExchangeOutcome> {
  const { report } = options
  const lines = await requestLines(options, signal)
  let header: DownloadHeader | undefined
  let received = 0
  try {
    const footer = await readDownload(
      lines,
      (read) => {
        header = read
        noteHeader(read, report)
        if (read.kind === 'snapshot') throw new HubFailure('protocol', 'The hub sent a snapshot for a cursor')
        writer.begin()
        if (options.check?.repair.length) writer.reindex()
        if (read.receiptsSince !== undefined) writer.forgetReceipts(read.receiptsSince)
      },
      (line) => {
        writer.apply(line)
        received++
      },
    )
    const outcome = { header: must(header), lines: received, more: footer.more, verdict: 'equal' as Verdict }
    if (outcome.header.kind === 'reset') {
      writer.rollback()
      return outcome
    }
    if (options.check)
      outcome.verdict = await compare(options.check, outcome.header.schema, footer, writer, report, signal)
    commit(options, writer, outcome.header, footer)
    return outcome
  } catch (error) {
    writer.rollback()
    throw error
  }
}

/** Requests lines from the hub. Without a cursor, requests all lines. */
export async function requestLines(
  {
    client,
    timing,
    report,
    cursor,
    waitSeconds,
    check,
  }: Omit<Exchange, 'cursor' | 'deviceId'> & {
    cursor: string | null
  },
  signal: AbortSignal,
): Promise<AsyncIterable<Line>> {
  const query = new URLSearchParams({ schema: String(DOWNLOAD_SCHEMAS.newest) })
  if (cursor !== null) query.set('cursor', cursor)
  if (waitSeconds > 0) query.set('wait', String(waitSeconds))
  if (check) query.set('digest', 'true')
  if (check?.repair.length) query.set('repair', check.repair.join(','))
  const waitMs = waitSeconds * 1000
  const idleTimeoutMs = waitMs + timing.idleTimeoutMs * (check ? DIGEST_PATIENCE : 1)
  report({ type: 'busy', withinMs: timing.downloadTimeoutMs + idleTimeoutMs })
  const response = await client.send(`/api/pos/v1/sync?${query}`, {
    accept: DOWNLOAD_CONTENT_TYPE,
    timeoutMs: timing.downloadTimeoutMs + waitMs,
    signal,
  })
  // The hub can begin its response before it waits for a change.
  return counted(readLines(must(response.body), idleTimeoutMs), report)
}

const REPORT_EVERY_LINES = 500
/**
 * Factor of the timeout while the hub computes a digest. With a million records, it sends nothing for a long
 * time.
 */
const DIGEST_PATIENCE = 4

async function* counted(
  lines: AsyncIterable<Line>,
  report: (report: DownloadReport) => void,
): AsyncGenerator<Line> {
  let bytes = 0
  let count = 0
  const tell = (): void => {
    report({ type: 'received', bytes, lines: count })
    bytes = 0
    count = 0
  }
  for await (const line of lines) {
    bytes += line.bytes.length
    count++
    if (count === REPORT_EVERY_LINES) tell()
    yield line
  }
  tell()
}

export function noteHeader(
  { serverTime, custody, seals }: DownloadHeader,
  report: (report: DownloadReport) => void,
): void {
  report({ type: 'header', serverTime, custody, seals })
}

async function compare(
  check: ReplicaCheck,
  schema: number,
  { digest, more }: DownloadFooter,
  writer: ReplicaWriter,
  report: (report: DownloadReport) => void,
  signal: AbortSignal,
): Promise<Verdict> {
  // If more changes follow, the hub's digest already includes records that have not arrived yet.
  if (more) return 'equal'
  if (!digest) {
    check.skip()
    return 'equal'
  }
  const own: Digest = await writer.digest(schema, async () => {
    report({ type: 'received', bytes: 0, lines: 0 })
    await sleep(0)
    signal.throwIfAborted()
  })
  const { verdict, differing } = check.compare(own, digest)
  // The digest covers only the rows, but the till finds them through the indexes.
  if (verdict === 'equal') writer.mendIndexes()
  report({ type: 'compared', differing })
  return verdict
}

function commit(
  { deviceId }: Exchange,
  writer: ReplicaWriter,
  { publicUrl = '' }: DownloadHeader,
  { cursor, more }: DownloadFooter,
): void {
  const now = new Date().toISOString()
  const freshAt = more ? (writer.meta()?.freshAt ?? now) : now
  writer.commit({ deviceId, cursor: must(cursor, 'cursor'), freshAt, publicUrl })
}
