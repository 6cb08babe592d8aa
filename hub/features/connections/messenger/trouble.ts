import type { messengerBindings } from '#hub/db/tables/messenger.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readBot } from '#hub/integrations/messenger/bot.ts'
import type { MessengerTrouble } from '#shared/contracts/organization/messenger.ts'

/** Minimum duration of a reported outage. Shorter outages are covered by retries. */
const LASTS_MS = 15 * 60_000
/** True when the bot API has rejected the token. */
const isOfToken = (said: string): boolean => /^(401|404) /.test(said)

/**
 * Returns the reason why the bot, or the bound chat of the organization, cannot be reached. Null when no
 * trouble is known.
 */
export async function findTrouble(
  tx: Tx,
  binding: typeof messengerBindings.$inferSelect | undefined,
): Promise<MessengerTrouble | null> {
  const { botId, trouble, troubleSince } = await readBot(tx)
  if (trouble !== null && troubleSince !== null) {
    const since = troubleSince.toISOString()
    if (isOfToken(trouble)) return { cause: 'TokenRefused', since, said: null }
    if (Date.now() - troubleSince.getTime() > LASTS_MS) return { cause: 'NotReached', since, said: null }
  }
  if (!binding || binding.chatId === null) return null
  if (botId === null) return { cause: 'NoBot', since: null, said: null }
  const { failure, failingSince } = binding
  if (failure === null || failingSince === null || isOfToken(failure)) return null
  return { cause: 'Refused', since: failingSince.toISOString(), said: failure }
}
