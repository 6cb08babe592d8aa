import { eq, lte, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { messengerBot } from '#hub/db/tables/messenger.ts'
import { platformChannels } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { must } from '#shared/std/must.ts'
import { BotApi } from './bot-api.ts'

/** Format of a token from BotFather. */
export const BOT_TOKEN = /^\d{1,20}:[\w-]{20,100}$/
/** Place that the bot's token is sealed for. */
export const BOT_TOKEN_PLACE = placeOf(platformChannels.messengerToken, 'true')
/** Duration of a claim on the bot. If the claiming process dies, another can take over when it expires. */
const HELD_SECONDS = 60

export type BotRow = typeof messengerBot.$inferSelect

/** The platform's bot, held by this process. */
export interface Bot {
  api: BotApi
  name: string
  nextUpdateId: number
}

export async function readBot(tx: PlatformTx): Promise<BotRow> {
  const [row] = await tx.select().from(messengerBot)
  return must(row, 'row of the bot')
}

/**
 * Claims the bot for this process for a minute, because the bot API delivers updates to only one reader.
 * Returns undefined when there is no bot or another process holds it. Throws when the bot API does not
 * respond.
 */
export async function holdBot(
  hub: Pick<HubContext, 'db' | 'keyRing' | 'stopping'>,
  { holder, apiUrl }: { holder: string; apiUrl: string },
): Promise<Bot | undefined> {
  const held = await hub.db.platform(async (tx) => {
    const [channels] = await tx.select({ sealed: platformChannels.messengerToken }).from(platformChannels)
    const sealed = channels?.sealed ?? null
    if (sealed === null) {
      await tx
        .update(messengerBot)
        .set({ botId: null, botName: null, trouble: null, troubleSince: null })
        .where(sql`bot_id IS NOT NULL OR trouble IS NOT NULL`)
      return undefined
    }
    const token = hub.keyRing.open(sealed, BOT_TOKEN_PLACE)
    const [botId] = token.split(':')
    const isSame = sql`${messengerBot.botId} = ${botId}`
    const [row] = await tx
      .update(messengerBot)
      .set({
        heldBy: holder,
        heldUntil: sql`now() + make_interval(secs => ${HELD_SECONDS})`,
        botId,
        botName: sql`CASE WHEN ${isSame} THEN ${messengerBot.botName} END`,
        // The bot API keeps updates for a day, and restarts its numbering after a week without updates.
        nextUpdateId: sql`CASE WHEN ${isSame} AND ${messengerBot.updateTakenAt} > now() - interval '1 day'
          THEN ${messengerBot.nextUpdateId} ELSE 0 END`,
      })
      .where(
        sql`${messengerBot.heldBy} IS NULL OR ${messengerBot.heldBy} = ${holder} OR ${messengerBot.heldUntil} < now()`,
      )
      .returning()
    return row && { row, token }
  })
  if (!held) return undefined
  const api = new BotApi(apiUrl, held.token, hub.stopping)
  const { botName, nextUpdateId } = held.row
  if (botName !== null) return { api, nextUpdateId, name: botName }
  const name = await api.name()
  await hub.db.platform((tx) => tx.update(messengerBot).set({ botName: name }))
  return { api, nextUpdateId, name }
}

/**
 * Records that the bot has a problem, or null when it works. The start time is kept when only the message
 * changes.
 */
export async function noteTrouble(hub: Pick<HubContext, 'db'>, trouble: string | null): Promise<void> {
  await hub.db.platform((tx) =>
    tx
      .update(messengerBot)
      .set({
        trouble,
        troubleSince: trouble === null ? null : sql`coalesce(${messengerBot.troubleSince}, now())`,
      })
      .where(sql`${messengerBot.trouble} IS DISTINCT FROM ${trouble}`),
  )
}

/** Releases the bot, so that another process can claim it at once. */
export async function releaseBot(hub: Pick<HubContext, 'db'>, holder: string): Promise<void> {
  await hub.db.platform((tx) =>
    tx.update(messengerBot).set({ heldBy: null, heldUntil: null }).where(eq(messengerBot.heldBy, holder)),
  )
}

/**
 * Advances the update position and locks its row until the end of the transaction. Returns false when the
 * update was already processed.
 */
export async function takeUpdate(tx: PlatformTx, updateId: number): Promise<boolean> {
  const taken = await tx
    .update(messengerBot)
    .set({ nextUpdateId: updateId + 1, updateTakenAt: sql`now()` })
    .where(lte(messengerBot.nextUpdateId, updateId))
    .returning({ next: messengerBot.nextUpdateId })
  return taken.length > 0
}
