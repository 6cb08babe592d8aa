import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { Actor } from '#hub/auth/actor.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import type { Tx } from '#hub/db/transact.ts'
import { presentSeals, sealsToSend } from '#hub/features/pos/audit-seals/seals-to-send.ts'
import { chainsOf } from '#hub/features/pos/upload/chains.ts'
import { chainCustody } from '#hub/features/pos/upload/watermark.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { route, router } from '#hub/http/route.ts'
import { publicUrlOf, readChannels } from '#hub/integrations/mail/channels.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { kindsOf } from '#shared/sync/digest.ts'
import { DOWNLOAD_CONTENT_TYPE, DownloadQuery } from '#shared/sync/download.ts'
import { DownloadPage, USUAL_PAGE } from '#shared/sync/download-page.ts'
import { type Cursor, decodeCursor, encodeCursor, type Scope } from './cursor.ts'
import { findResetReason, readFeedState, receiptKind, stockKind } from './feed-queries.ts'
import type { Repair } from './plan-changes.ts'
import { planChanges, readRepairs } from './plan-changes.ts'
import { presentPage } from './present-page.ts'
import { readPage } from './read-page.ts'
import { refuseRevoked } from './refuse-revoked.ts'
import { negotiateSchema } from './schemas.ts'
import { streamAnswer } from './stream-answer.ts'
import { DownloadWriter, type Write } from './write-download.ts'

const download = route({
  method: 'get',
  path: '/api/pos/v1/sync',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Download a snapshot for a till, or the changes since a cursor',
  description:
    'NDJSON: a header, data lines, a footer with the next cursor; without the footer the download is void. ' +
    'With a cursor and `wait`, the response comes as soon as something changes. ' +
    'With `Accept: application/json` the same comes in pages, always in the newest schema.',
  query: DownloadQuery,
  takesNulBytes: true,
  answers: { 200: null },
  streams: DOWNLOAD_CONTENT_TYPE,
  alsoJson: DownloadPage,
})

/** Parsed request of a till. */
interface Question {
  /** Cursor of the till, or null when it is missing or unreadable. */
  since: Cursor | null
  isUnreadable: boolean
  schema: number
  repairs: Repair[]
  wantsDigest: boolean
}

export const downloadRoutes = router().openapi(download, async (c) => {
  const actor = await c.var.actor()
  refuseRevoked(actor)
  const query = c.req.valid('query')
  if (query.retailPointId !== undefined && query.retailPointId !== actor.retailPointId)
    throw invalidField(['query', 'retailPointId'], 'is not the retail point of this device')
  const given = query.cursor ?? query.since
  const since = given === undefined ? undefined : decodeCursor(c.get('hub').cursorKey, given)
  if (wantsJson(c)) return answerPage(c, actor, { ...query, since: since ?? null })
  const question: Question = {
    since: since ?? null,
    // A cursor within a paged list does not tell which records a till holds.
    isUnreadable: given !== undefined && (!since || since.page !== undefined),
    schema: negotiateSchema(query.schema),
    repairs: readRepairs(query.repair),
    wantsDigest: query.digest,
  }
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': DOWNLOAD_CONTENT_TYPE })
  if (since && query.wait > 0 && question.repairs.length === 0) {
    await waitForChange(c, actor, since, query.wait * 1000)
  }
  return streamAnswer(c, DOWNLOAD_CONTENT_TYPE, (write) => answer(c, actor, question, write))
})

const wantsJson = (c: Context<HubEnv>): boolean =>
  accepts(c, {
    header: 'Accept',
    supports: [DOWNLOAD_CONTENT_TYPE, 'application/json'],
    default: DOWNLOAD_CONTENT_TYPE,
  }) === 'application/json'

type PageQuestion = Omit<DownloadQuery, 'since'> & { since: Cursor | null }

async function answerPage(c: Context<HubEnv>, actor: Actor, question: PageQuestion): Promise<Response> {
  const { since, wait, limit = USUAL_PAGE, digest, repair } = question
  if (digest || repair !== undefined)
    throw invalidField(['query', digest ? 'digest' : 'repair'], `is for ${DOWNLOAD_CONTENT_TYPE} only`)
  if (since && !since.page && wait > 0) await waitForChange(c, actor, since, wait * 1000)
  const { page, receiptsSince } = await c.get('hub').downloads.read(actor.organizationId, async (tx) => {
    const state = await readFeedState(tx, actor, since)
    return { page: await readPage(tx, state, since, limit), receiptsSince: state.receiptsSince }
  })
  const cursor = encodeCursor(c.get('hub').cursorKey, page.cursor)
  return c.json(presentPage(page, cursor, receiptsSince), 200, {
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  })
}

/** Returns the feed kinds that only some tills receive, including this one. */
function kindsOfSome({ storeId, stockStoreId, hasCustomers }: Scope, schema: number): string[] {
  const held = kindsOf(schema)
  return [
    ...(stockStoreId !== null ? [stockKind(stockStoreId)] : []),
    ...(storeId !== null && held.includes('receipt') ? [receiptKind(storeId)] : []),
    ...(hasCustomers ? ['customer'] : []),
  ]
}

/**
 * Resolves when the feed has passed the cursor, after the time-out, when the client disconnects, or when the
 * hub stops.
 */
async function waitForChange(
  c: Context<HubEnv>,
  actor: Actor,
  { seq, scope, schema }: Cursor,
  timeoutMs: number,
): Promise<void> {
  const { feedSignal, stopping } = c.get('hub')
  // Subscribes before reading, so that a change in between still wakes the request.
  const subscription = feedSignal.subscribe(actor.organizationId, kindsOfSome(scope, schema))
  try {
    const current = subscription.knownSeq ?? (await c.var.read((tx) => readFeedState(tx, actor))).seq
    subscription.noteSeq(current)
    if (current !== seq) return
    await subscription.changed(timeoutMs, AbortSignal.any([stopping, c.req.raw.signal]))
  } finally {
    subscription.cancel()
  }
}

/** Writes the response from one database snapshot. */
async function answer(c: Context<HubEnv>, actor: Actor, question: Question, write: Write): Promise<void> {
  const { downloads, digests } = c.get('hub')
  // Waits for the turn without holding a connection.
  using turn = question.wantsDigest ? await digests.takeTurn() : null
  await downloads.read(actor.organizationId, (tx) =>
    writeAnswer(c, tx, actor, { ...question, wantsDigest: turn !== null }, write),
  )
}

async function writeAnswer(
  c: Context<HubEnv>,
  tx: Tx,
  actor: Actor,
  { since, isUnreadable, schema, repairs, wantsDigest }: Question,
  write: Write,
): Promise<void> {
  const { cursorKey, digests } = c.get('hub')
  const [state, chains, [seals], channels] = await awaitAll(
    readFeedState(tx, actor, since),
    chainsOf(tx, { deviceId: actor.id }),
    sealsToSend(tx, { deviceId: actor.id }),
    readChannels(tx),
  )
  const { epoch, seq, fingerprint, scope } = state
  const receiptsSince = state.receiptsSince?.toISOString()
  const custody = await chainCustody(tx, chains)
  const writer = new DownloadWriter(write, {
    schema,
    epoch,
    custody,
    receiptsSince,
    seals: presentSeals(seals),
    publicUrl: publicUrlOf(channels, c.get('hub').mail),
  })
  const reason = isUnreadable ? 'unreadable' : since && findResetReason(since, state)
  if (reason) return writer.reset(reason)
  const end = async () => ({
    cursor: encodeCursor(cursorKey, { epoch, seq, fingerprint, scope, schema }),
    digest: wantsDigest ? await digests.digest(tx, state, schema) : undefined,
  })
  if (!since) return writer.snapshot(tx, scope, end)
  return writer.delta(tx, scope, await planChanges(tx, state, { since, schema, repairs }), end)
}
