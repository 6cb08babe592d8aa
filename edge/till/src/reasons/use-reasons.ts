import { useTranslation } from 'react-i18next'
import type { ReasonPurpose } from '#shared/domain/till-reasons.ts'
import { useSettings } from '../status/use-status.ts'

/** Reasons offered until head office has entered some. */
const USUAL = {
  discount: ['reason.usual.regular', 'reason.usual.damaged', 'reason.usual.otherPrice'],
  removal: ['reason.usual.changedMind', 'reason.usual.twice', 'reason.usual.notBack'],
  return: ['reason.usual.faulty', 'reason.usual.unsuitable', 'reason.usual.lostReceipt'],
  cashIn: ['reason.usual.change', 'reason.usual.owner'],
  cashOut: ['reason.usual.bank', 'reason.usual.supplier', 'reason.usual.expenses'],
  openDrawer: ['reason.usual.changeMoney', 'reason.usual.count'],
  cashDifference: ['reason.usual.wrongChange', 'reason.usual.unexplained'],
} as const satisfies Record<ReasonPurpose, readonly string[]>

/** Returns the reasons to choose from, and whether head office accepts only those (docs/domain.md#reasons). */
export function useReasons(purpose: ReasonPurpose | undefined): { reasons: string[]; isListedOnly: boolean } {
  const { t } = useTranslation()
  const settings = useSettings()
  if (!purpose) return { reasons: [], isListedOnly: false }
  const listed = settings?.tillReasons[purpose] ?? []
  if (listed.length === 0) return { reasons: USUAL[purpose].map((key) => t(key)), isListedOnly: false }
  return { reasons: listed, isListedOnly: settings?.onlyListedReasons === true }
}
