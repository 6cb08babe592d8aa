import { isMistypedVoucher, voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { voucherTagOf } from '#shared/loyalty/voucher-tag.ts'
import { type Amount, amount } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { ReplicaVoucher } from '#shared/sync/download.ts'
import { type AgentClocks, hubNow } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'

/**
 * Time within which an uploaded sale appears in the replica. Head office normally sends it within seconds.
 * After this time, the replica includes the sale, or the voucher is no longer sent to tills.
 */
const PUBLISHED_WITHIN_MS = 24 * 60 * 60_000

/** Dependencies for offline checks of the organization's vouchers. */
export interface HoldingParts extends Omit<AgentClocks, 'bootId'> {
  readonly replica: Pick<Replica, 'find' | 'meta'>
  /** Null before enrolment. */
  readonly device: Pick<Device, 'organizationId'> | null
}

const findHeld = (number: string, { replica, device }: HoldingParts): ReplicaVoucher | null => {
  const tag = voucherTagOf(must(device, 'device').organizationId, number)
  return replica.find((reader) => reader.vouchers.findByTag(tag))
}

/**
 * Throws `voucher_mistyped` when the check digit of a number is wrong. A number issued by head office is
 * accepted even with a wrong check digit, because users can choose numbers.
 */
export function refuseMistyped(number: string, agent: HoldingParts): void {
  if (isMistypedVoucher(number) && !findHeld(number, agent))
    throw new Problem('voucher_mistyped', {
      detail: 'The check digit does not match the number',
    })
}

/**
 * Returns the balance of a voucher from the replica, minus later uploads that the replica does not include
 * yet. For a voucher sold here but not in the replica yet, returns the balance of its local sales. Returns
 * null when this agent does not know the voucher. Throws `voucher_blocked` and `voucher_expired`.
 */
export function heldBalance(
  number: string,
  agent: HoldingParts,
  { sentVouchers }: Pick<JournalReader, 'sentVouchers'>,
): Amount | null {
  const freshAt = agent.replica.meta()?.freshAt
  const unknownMs = (freshAt ? Date.parse(freshAt) : agent.clock.now().getTime()) - PUBLISHED_WITHIN_MS
  const sentSince = (ms: number) => sentVouchers.since(new Date(ms).toISOString(), voucherKeyOf(number))
  const held = findHeld(number, agent)
  if (held) {
    const { isBlocked, expiresAt, balance, countedAt } = held
    const now = hubNow(agent).getTime()
    if (isBlocked) throw new Problem('voucher_blocked')
    if (expiresAt !== null && Date.parse(expiresAt) <= now) throw new Problem('voucher_expired')
    const countedMs = Date.parse(countedAt) - (now - agent.clock.now().getTime())
    const { loaded, spent } = sentSince(Math.max(countedMs, unknownMs))
    return (amount(balance) - Math.max(0, spent - loaded)) as Amount
  }
  const { loaded, spent } = sentSince(unknownMs)
  return loaded > 0 ? ((loaded - spent) as Amount) : null
}
