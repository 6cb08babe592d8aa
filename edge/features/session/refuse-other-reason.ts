import type { ReasonPurpose } from '#shared/contracts/till-reasons.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { Replica } from '../../replica/replica.ts'

/**
 * Where head office wants its own reasons only, others are refused: for what has a list (docs/domain.md#reasons). `field` is the
 * member of the body with the reason. Throws invalid_request.
 */
export function refuseOtherReason(
  { replica }: { replica: Replica },
  purpose: ReasonPurpose | undefined,
  { field = 'reason', reason }: { field?: string; reason: string | undefined },
): void {
  const settings = replica.find((reader) => reader.settings.find())
  if (!purpose || reason === undefined || !settings?.onlyListedReasons) return
  const listed = settings.tillReasons[purpose]
  if (listed.length > 0 && !listed.includes(reason))
    throw invalidField([field], 'is none of the reasons of the organization')
}
