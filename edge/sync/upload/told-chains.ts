import { Id } from '#shared/contracts/common.ts'
import { type ChainCustody, RecalledChain, ToldChain } from '#shared/sync/upload.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { noCustody } from './custody.ts'

/** The hub reads so many chains of a request; no device ever has more. */
const MOST_CHAINS = 100

const isId = (id: string): boolean => Id.safeParse(id).success

/**
 * The chains of this device, with what was acknowledged last, unless bare: a hub that has been restored since may not
 * have it.
 */
export function tellChains({ chains, outbox }: JournalReader, isBare: boolean): ToldChain[] {
  const told = chains.list().slice(-MOST_CHAINS)
  return told.flatMap((chain) => {
    const [acknowledged, ...alsoAcknowledged] = isBare ? [] : outbox.lastAcknowledged(chain.id).filter(isId)
    const whole = { ...chain, acknowledged, ...(alsoAcknowledged.length > 0 && { alsoAcknowledged }) }
    return ToldChain.safeParse(whole).data ?? []
  })
}

/** What was recalled may be nowhere but here, once the hub has been restored. */
export function tellRecalled({ chains, outbox }: JournalReader): RecalledChain[] {
  return chains
    .listRecalled()
    .slice(-MOST_CHAINS)
    .flatMap((id) => {
      const [acknowledged] = outbox.lastAcknowledged(id)
      return RecalledChain.safeParse({ id, acknowledged }).data ?? []
    })
}

/** Of every chain of this device, also of those that the hub knows nothing of. */
export function custodyOfAll({ chains }: JournalReader, custody: readonly ChainCustody[]): ChainCustody[] {
  const byChain = new Map(custody.map((one) => [one.chain.toLowerCase(), one]))
  return chains.list().map(({ id }) => ({ ...(byChain.get(id.toLowerCase()) ?? noCustody(id)), chain: id }))
}
