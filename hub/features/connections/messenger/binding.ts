import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { staleVersion } from '#hub/db/records.ts'
import { messengerBindings, messengerCodes, messengerNotices } from '#hub/db/tables/messenger.ts'
import { employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readBot } from '#hub/integrations/messenger/bot.ts'
import type {
  MessengerBind,
  MessengerBound,
  MessengerLanguage,
  MessengerStatus,
} from '#shared/contracts/organization/messenger.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { findTrouble } from './trouble.ts'

export type BindingRow = typeof messengerBindings.$inferSelect

const CODE_MINUTES = 15
const CODE_BYTES = 16

/** Defaults before the first save. */
const DEFAULTS = {
  language: 'en' as MessengerLanguage,
  lowStock: true,
  shiftClosed: true,
  largeReturn: true,
  tillSilent: true,
  fiscalStuck: true,
  digest: false,
  digestAt: '09:00',
  largeReturnFrom: amount(50_000),
  quietFrom: '22:00',
  quietTo: '08:00',
}

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()
const isOwn = (tx: Tx) => eq(messengerBindings.organizationId, tx.organizationId)
const isOwnCode = (tx: Tx) => eq(messengerCodes.organizationId, tx.organizationId)

export async function readBinding(tx: Tx): Promise<BindingRow | undefined> {
  const [row] = await tx.select().from(messengerBindings).where(isOwn(tx))
  return row
}

/**
 * Saves the notice settings of the chat and invalidates earlier binding codes. Without a bound chat, also
 * creates a new binding code. Throws `concurrency_conflict`. Throws `messenger_not_ready` when the platform
 * has no bot. Throws `forbidden` when a user without access to costs turns on the digest.
 */
export async function bindMessenger(
  tx: Tx,
  { version, ...values }: MessengerBind,
  { employeeId, permissions }: Actor,
): Promise<MessengerBound> {
  const { botName } = await readBot(tx)
  if (botName === null) throw new Problem('messenger_not_ready')
  if (values.digest && !permissions.has('costs.view') && !(await readBinding(tx))?.digest)
    throw new Problem('forbidden', { detail: 'The digest shows the profit: costs.view is required too' })
  const { organizationId } = tx
  const [saved] =
    version === 0
      ? await tx
          .insert(messengerBindings)
          .values({ organizationId, ...values })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(messengerBindings)
          .set({ ...values, version: sql`${messengerBindings.version} + 1`, updatedAt: sql`now()` })
          .where(and(isOwn(tx), eq(messengerBindings.version, version)))
          .returning()
  if (!saved) throw staleVersion(version, (await readBinding(tx))?.version ?? 0)
  await tx.delete(messengerCodes).where(isOwnCode(tx))
  if (saved.chatId !== null) return { ...(await readStatus(tx)), link: null }
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000)
  await tx.insert(messengerCodes).values({ codeHash: hashCode(code), organizationId, employeeId, expiresAt })
  const url = `https://t.me/${botName}?start=${code}`
  return { ...(await readStatus(tx)), link: { url, code, expiresAt: expiresAt.toISOString() } }
}

/** Unbinds the chat of the organization and invalidates a pending binding code. */
export async function unbindMessenger(tx: Tx): Promise<void> {
  await tx.delete(messengerCodes).where(isOwnCode(tx))
  await unbindChat(tx, null)
}

/** Unbinds the chat and discards unsent notices. */
export async function unbindChat(tx: Tx, lostBy: BindingRow['lostBy']): Promise<void> {
  const unbound = {
    chatId: null,
    chatName: null,
    boundAt: null,
    boundById: null,
    sendingSince: null,
    nextAt: null,
    failure: null,
    failingSince: null,
  }
  await tx
    .update(messengerBindings)
    .set({ ...unbound, lostBy, version: sql`${messengerBindings.version} + 1` })
    .where(isOwn(tx))
  await tx.delete(messengerNotices).where(eq(messengerNotices.organizationId, tx.organizationId))
}

/** Queues a test notice. Throws `messenger_not_bound`. */
export async function queueTest(tx: Tx): Promise<void> {
  const binding = await readBinding(tx)
  if (!binding || binding.chatId === null) throw new Problem('messenger_not_bound')
  const { organizationId } = tx
  await tx
    .insert(messengerNotices)
    .values({ organizationId, kind: 'test', subject: newId(), at: new Date(), facts: {} })
}

export async function readStatus(tx: Tx): Promise<MessengerStatus> {
  const { botName } = await readBot(tx)
  const row = await readBinding(tx)
  const [code] = await tx
    .select({ expiresAt: messengerCodes.expiresAt })
    .from(messengerCodes)
    .where(and(isOwnCode(tx), sql`${messengerCodes.expiresAt} > ${new Date().toISOString()}`))
  const [binder] = row?.boundById
    ? await tx
        .select({ name: sql<string>`concat_ws(' ', ${employees.lastName}, ${employees.firstName})` })
        .from(employees)
        .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, row.boundById)))
    : []
  const [latest] = await tx
    .select({ sentAt: messengerNotices.sentAt })
    .from(messengerNotices)
    .where(and(eq(messengerNotices.organizationId, tx.organizationId), isNotNull(messengerNotices.sentAt)))
    .orderBy(desc(messengerNotices.sentAt))
    .limit(1)
  const set = row ?? DEFAULTS
  return {
    version: row?.version ?? 0,
    state: stateOf(botName, row, code !== undefined),
    botName,
    chatName: row?.chatName ?? null,
    boundAt: row?.boundAt?.toISOString() ?? null,
    boundById: row?.boundById ?? null,
    boundByName: binder?.name ?? null,
    trouble: await findTrouble(tx, row),
    lastSentAt: latest?.sentAt?.toISOString() ?? null,
    language: set.language,
    lowStock: set.lowStock,
    shiftClosed: set.shiftClosed,
    largeReturn: set.largeReturn,
    tillSilent: set.tillSilent,
    fiscalStuck: set.fiscalStuck,
    digest: set.digest,
    digestAt: set.digestAt,
    largeReturnFrom: amountToNumber(set.largeReturnFrom),
    quietFrom: set.quietFrom,
    quietTo: set.quietTo,
  }
}

function stateOf(
  botName: string | null,
  row: BindingRow | undefined,
  isWaiting: boolean,
): MessengerStatus['state'] {
  if (row && row.chatId !== null) return 'Bound'
  if (botName === null) return 'NoBot'
  if (isWaiting) return 'Waiting'
  return row?.lostBy ?? 'Unbound'
}
