import { Id } from '#shared/domain/fields.ts'
import { type ChainCustody, RecalledChain, ReportedChain } from '#shared/sync/upload.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { noCustody } from './custody.ts'

/** Maximum number of chains that the hub accepts in a request. No device ever has more. */
const MOST_CHAINS = 100

const isId = (id: string): boolean => Id.safeParse(id).success

/**
 * Returns the chains of this device with their last acknowledged entries. A bare request omits the entries,
 * because a hub restored in the meantime may not have them.
 */
export function reportChains({ chains, outbox }: JournalReader, isBare: boolean): ReportedChain[] {
  const newest = chains.list().slice(-MOST_CHAINS)
  return newest.flatMap((chain) => {
    const [acknowledged, ...alsoAcknowledged] = isBare ? [] : outbox.lastAcknowledged(chain.id).filter(isId)
    const whole = { ...chain, acknowledged, ...(alsoAcknowledged.length > 0 && { alsoAcknowledged }) }
    return ReportedChain.safeParse(whole).data ?? []
  })
}

/** Returns the chains of recalled entries. After a restore of the hub, these entries may exist only here. */
export function reportRecalled({ chains, outbox }: JournalReader): RecalledChain[] {
  return chains
    .listRecalled()
    .slice(-MOST_CHAINS)
    .flatMap((id) => {
      const [acknowledged] = outbox.lastAcknowledged(id)
      return RecalledChain.safeParse({ id, acknowledged }).data ?? []
    })
}

/** Returns the custody of every chain of this device, including chains unknown to the hub. */
export function custodyOfAll({ chains }: JournalReader, custody: readonly ChainCustody[]): ChainCustody[] {
  const byChain = new Map(custody.map((one) => [one.chain.toLowerCase(), one]))
  return chains.list().map(({ id }) => ({ ...(byChain.get(id.toLowerCase()) ?? noCustody(id)), chain: id }))
}
