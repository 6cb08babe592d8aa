import type { HubContext } from '#hub/context.ts'
import { type Bot, holdBot, noteTrouble, releaseBot } from '#hub/integrations/messenger/bot.ts'
import { BotRefusal, TELEGRAM_API_URL } from '#hub/integrations/messenger/bot-api.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import { sendAllNotices } from './send-notices.ts'
import { takeUpdates } from './take-updates.ts'

/** Interval of polls for a new bot, or for one released by another process. */
const LOOKS_EVERY_MS = 5000
const SENDS_EVERY_MS = 10_000

/**
 * Reads messages sent to the platform's bot, and sends notices to the chats of organizations. Only one hub
 * process does so at a time (docs/domain.md#messenger).
 */
export function startMessenger(hub: HubContext, apiUrl = TELEGRAM_API_URL): () => Promise<void> {
  const holder = newId()
  const withBot = async (work: (bot: Bot) => Promise<void>): Promise<void> => {
    try {
      const bot = await holdBot(hub, { holder, apiUrl })
      if (!bot) return
      await work(bot)
    } catch (error) {
      if (hub.stopping.aborted) return
      await noteTrouble(hub, error instanceof Error ? error.message : String(error))
      if (error instanceof BotRefusal && error.retryAfterSeconds !== undefined)
        await sleep(error.retryAfterSeconds * 1000, hub.stopping)
      throw error
    }
  }
  const ended = [
    startPeriodic(hub, 'messages to the bot', LOOKS_EVERY_MS, async () => {
      let hasMore = true
      while (hasMore && !hub.stopping.aborted) {
        hasMore = false
        await withBot(async (bot) => {
          await takeUpdates(hub, bot)
          await noteTrouble(hub, null)
          hasMore = true
        })
      }
    }),
    startPeriodic(hub, 'notices to messengers', SENDS_EVERY_MS, () =>
      withBot((bot) => sendAllNotices(hub, bot)),
    ),
  ]
  return async () => {
    await Promise.all(ended.map((end) => end()))
    await releaseBot(hub, holder).catch((error: unknown) =>
      hub.log.info({ err: error }, 'the bot was not released'),
    )
  }
}
