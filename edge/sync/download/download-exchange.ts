import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { DOWNLOAD_SCHEMAS, DownloadFooter, DownloadHeader, DownloadLine } from '#shared/sync/download.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import { HubFailure } from '../hub-link/hub-failure.ts'
import type { Line } from '../hub-link/read-stream.ts'

export type ReadLine = z.output<typeof DownloadLine>

/**
 * Reads the lines of one download: header, data, footer. Each data line is passed to `onData`, but must not
 * become visible before this function returns the footer. Throws HubFailure: `agent_too_old` for an
 * unsupported schema, `protocol` when a line is invalid or the counts or hash differ, `unreachable` when the
 * footer is missing because the body was cut off.
 */
export async function readDownload(
  lines: AsyncIterable<Line>,
  onHeader: (header: DownloadHeader) => void,
  onData: (line: ReadLine) => void,
): Promise<DownloadFooter> {
  let header: DownloadHeader | null = null
  const hash = createHash('sha256')
  const received = new Received()
  for await (const { text, bytes } of lines) {
    const value = parse(text)
    if (header !== null && typeof value === 'object' && value !== null && 'end' in value) {
      return readFooter(value, header, received, hash.digest('hex'))
    }
    hash.update(bytes)
    if (header === null) {
      header = readHeader(value)
      onHeader(header)
    } else {
      const line = understood(DownloadLine.safeParse(value), 'a data line')
      onData(line)
      received.add(line.t)
    }
  }
  throw new HubFailure('unreachable', 'The download was cut off before its end')
}

class Received {
  readonly #counts = new Map<ReplicaKind, number>()
  total = 0

  add(kind: ReplicaKind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    this.total++
  }

  /** Returns the first kind whose count differs from the announced one, or undefined when all are equal. */
  findDiffering(counts: DownloadFooter['counts']): ReplicaKind | undefined {
    const kinds = new Set([...this.#counts.keys(), ...(Object.keys(counts) as ReplicaKind[])])
    return [...kinds].find((kind) => (this.#counts.get(kind) ?? 0) !== (counts[kind] ?? 0))
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A truncated body ends in the middle of a line.
    throw new HubFailure('unreachable', 'The download was cut off in the middle of a line')
  }
}

/**
 * Reads the header. The schema is checked first, so that a newer header is recognized even if the rest is
 * unreadable.
 */
function readHeader(value: unknown): DownloadHeader {
  const { schema } = (value ?? {}) as { schema?: unknown }
  const { oldest, newest } = DOWNLOAD_SCHEMAS
  if (typeof schema === 'number' && (schema < oldest || schema > newest)) {
    throw new HubFailure(
      'agent_too_old',
      `Head office sends its catalog in schema ${schema}, this agent reads ${oldest} to ${newest}: update the agent`,
    )
  }
  return understood(DownloadHeader.safeParse(value), 'the header')
}

function readFooter(value: object, header: DownloadHeader, received: Received, hash: string): DownloadFooter {
  const footer = understood(DownloadFooter.safeParse(value), 'the footer')
  const differing = received.findDiffering(footer.counts)
  if (differing !== undefined || received.total !== header.total) {
    throw new HubFailure('protocol', `The download is not complete: ${differing ?? 'its total'} differs`)
  }
  if (footer.hash !== hash) throw new HubFailure('protocol', 'The download was changed in transit')
  if (footer.cursor === null && header.kind !== 'reset') {
    throw new HubFailure('protocol', 'The download has no cursor')
  }
  return footer
}

function understood<T>(parsed: { success: true; data: T } | { success: false }, what: string): T {
  if (parsed.success) return parsed.data
  throw new HubFailure('protocol', `This agent cannot read ${what} of the download`)
}
