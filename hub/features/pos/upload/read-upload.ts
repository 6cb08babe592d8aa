import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { Position } from '#shared/domain/fields.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import { excessOf, JSON_LIMITS, parseJson } from '#shared/json/json-limits.ts'
import { invalidRequest, Problem } from '#shared/problems/problem.ts'
import { idFromName } from '#shared/std/ids.ts'
import { AgentReport } from '#shared/sync/report.ts'
import {
  Chain,
  hashInput,
  RawItem,
  RecalledChain,
  ReportedChain,
  UPLOAD_MAX_ITEMS,
  UploadItem,
} from '#shared/sync/upload.ts'
import { parseInParts, Unparsed } from './parse-in-parts.ts'

/** An item as received from the till. */
export interface ReceivedItem {
  index: number
  id: string
  /** Id of the chain, or null for the first chain of the device. */
  chain: string | null
  seq: number | null
  type: string
  prevHash: string
  /** Hash computed by the hub, not the one sent by the till. */
  hash: string
  /** True when the till's hash matches. Only such an item takes part in the check of its chain. */
  isSealed: boolean
  bytes: Buffer
  /** Errors of the envelope. An item with such errors is quarantined, never refused. */
  faults: Flag[]
}

/**
 * Content of an upload. Invalid members other than the items are omitted, because they must not prevent
 * accepting the items.
 */
export interface ReceivedUpload {
  /** Id of the agent run, or an empty string when the agent does not send it. */
  bootId: string
  chains: ReportedChain[]
  recalled: RecalledChain[]
  report: AgentReport | null
  items: ReceivedItem[]
}

/** Validates only what is needed to answer with one result for each item. The items are read one by one. */
const Envelope = z.object({
  bootId: z.string().max(64).refine(isClean).catch(''),
  chains: z.array(z.unknown()).max(100).catch([]),
  recalled: z.array(z.unknown()).max(100).catch([]),
  report: AgentReport.nullable().catch(null).default(null),
  sales: z.array(z.unknown()).max(UPLOAD_MAX_ITEMS),
})

const CleanChain = ReportedChain.extend({
  id: z.guid().toLowerCase(),
  series: Chain.shape.series.refine(isClean),
  acknowledged: z.guid().toLowerCase().optional().catch(undefined),
  alsoAcknowledged: z.array(z.guid().toLowerCase()).max(10).optional().catch(undefined),
})

const CleanRecalled = RecalledChain.extend({
  id: z.guid().toLowerCase(),
  acknowledged: z.guid().toLowerCase(),
})

const inflate = promisify(gunzip)

/**
 * Returns the decompressed body as text. Throws `payload_too_large`, `malformed_json` or
 * `unsupported_media_type`.
 */
export async function readBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  limitBytes: number,
): Promise<string> {
  const encoding = contentEncoding?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return new TextDecoder().decode(bytes)
  if (encoding !== 'gzip')
    throw new Problem('unsupported_media_type', { detail: 'Content-Encoding: gzip or none' })
  try {
    return new TextDecoder().decode(await inflate(bytes, { maxOutputLength: limitBytes }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Problem('payload_too_large')
    throw new Problem('malformed_json', { detail: 'The body is not valid gzip' })
  }
}

/**
 * Reads an upload. Throws `malformed_json` or `invalid_request` only when there is no valid list of items to
 * answer. Lets other requests run between items.
 */
export async function readUpload(text: string, deviceId: string): Promise<ReceivedUpload> {
  const envelope = Envelope.safeParse(await parse(text))
  if (!envelope.success) throw invalidRequest(envelope.error.issues)
  const { sales, chains, recalled, ...rest } = envelope.data
  const items: ReceivedItem[] = []
  for (const [index, raw] of sales.entries()) {
    await setImmediate()
    items.push(readItem(raw, index, deviceId))
  }
  return {
    ...rest,
    chains: chains.flatMap((chain) => CleanChain.safeParse(chain).data ?? []),
    recalled: recalled.flatMap((chain) => CleanRecalled.safeParse(chain).data ?? []),
    items,
  }
}

async function parse(text: string): Promise<unknown> {
  const excess = excessOf(text, JSON_LIMITS)
  await setImmediate()
  try {
    return excess ? await parseInParts(text) : JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_json', { detail: (error as Error).message })
  }
}

function readItem(raw: unknown, index: number, deviceId: string): ReceivedItem {
  if (raw instanceof Unparsed) return unreadable(raw, index, deviceId, raw.excess)
  const parsed = UploadItem.safeParse(raw)
  if (!parsed.success) {
    const packed = RawItem.safeParse(raw)
    if (packed.success) return unpack(packed.data, index, deviceId)
    return unreadable(raw, index, deviceId, parsed.error)
  }
  const item = parsed.data
  // PostgreSQL text cannot contain a NUL, but bytea can.
  if (!isClean(`${item.type}${item.prevHash}`))
    return unreadable(raw, index, deviceId, 'type and prevHash must not contain a NUL byte')
  const hash = sha256(hashInput(item))
  const isSealed = hash === item.hash
  return {
    index,
    id: item.id.toLowerCase(),
    chain: item.chain?.toLowerCase() ?? null,
    seq: item.seq,
    type: item.type,
    prevHash: item.prevHash,
    hash,
    isSealed,
    bytes: Buffer.from(item.body, 'utf8'),
    faults: isSealed ? [] : [flag('hash_mismatch', { hash: item.hash })],
  }
}

/**
 * Reads the item inside a packed item. The agent packs an item that was refused repeatedly, so it is flagged
 * for users.
 */
function unpack(packed: RawItem, index: number, deviceId: string): ReceivedItem {
  let inner: unknown
  try {
    inner = parseJson(Buffer.from(packed.raw, 'base64').toString('utf8'))
  } catch {
    inner = undefined
  }
  const item = UploadItem.safeParse(inner).success ? readItem(inner, index, deviceId) : undefined
  if (!item || item.id !== packed.id.toLowerCase())
    return unreadable(packed, index, deviceId, 'raw is not the item whose id it bears')
  return { ...item, faults: [...item.faults, flag('sent_packed')] }
}

/** Members that can be read separately when an item is unreadable as a whole. */
const Remains = z
  .object({
    id: z.guid().toLowerCase().optional().catch(undefined),
    chain: z.guid().toLowerCase().nullable().catch(null).default(null),
    seq: Position.nullable().catch(null),
  })
  .catch({ id: undefined, chain: null, seq: null })

/**
 * Returns an unreadable item with all its bytes. Uses its own id if readable, otherwise an id derived from
 * the bytes.
 */
function unreadable(raw: unknown, index: number, deviceId: string, fault: z.ZodError | string): ReceivedItem {
  const text = raw instanceof Unparsed ? raw.text : JSON.stringify(raw)
  const { id, chain, seq } = Remains.parse(raw instanceof Unparsed ? raw.members : raw)
  const faults =
    typeof fault === 'string'
      ? [flag('unreadable.whole', { error: fault })]
      : fault.issues.map(({ path, message }) =>
          flag('unreadable.field', { field: path.join('.'), error: message }),
        )
  return {
    index,
    id: id ?? idFromName(`${deviceId}\n${text}`),
    chain,
    seq,
    type: UNREADABLE,
    prevHash: '',
    hash: sha256(text),
    isSealed: false,
    bytes: Buffer.from(text, 'utf8'),
    faults,
  }
}

/** Type of an item whose envelope is unreadable. Its bytes are the whole envelope. */
export const UNREADABLE = 'unreadable'

function isClean(text: string): boolean {
  return !text.includes('\0')
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
