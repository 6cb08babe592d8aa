import type { ReasonPurpose } from '#shared/domain/till-reasons.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { Replica } from '../../replica/replica.ts'

/**
 * Throws `invalid_request` for a reason that is not on head office's list, where only listed reasons are
 * allowed and the purpose has a list (docs/domain.md#reasons). `field` is the name of the reason's field in
 * the body.
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
    throw invalidField([field], 'is not one of the reasons of the organization')
}
