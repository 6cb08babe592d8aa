import type { FiscalCount } from '#shared/contracts/till/shift.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Shift } from '../../journal/shifts.ts'
import { countFiscal, type FiscalSources, fiscalOf } from '../receipts/fiscal.ts'

/** Counts the fiscal receipts of a shift. Null when none of its receipts gets one, and in training. */
export function fiscalOfShift(
  sources: FiscalSources & { readonly isTraining: boolean },
  { shifts }: Pick<JournalReader, 'shifts'>,
  shift: Shift,
): FiscalCount | null {
  return sources.isTraining ? null : countFiscal(fiscalOf(sources, shifts.listSales(shift)).values())
}
