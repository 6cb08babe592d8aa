import { type CashOperation, failed } from './adapter.ts'
import { after, type FiscalRecord, type Means } from './fiscalise.ts'

/**
 * Advances a cash operation by one step and returns the last saved record. Can be interrupted at any point
 * and run again with the saved record, because the provider recognizes a repeat by its id and closes a shift
 * only once. Lock the cash box, because concurrent runs are not safe.
 */
export async function carryOut(
  record: FiscalRecord,
  operation: CashOperation,
  { adapter, save, now }: Means,
): Promise<FiscalRecord> {
  const saved = async (changed: FiscalRecord) => {
    await save(changed)
    return changed
  }
  if (!adapter.carryOut)
    return saved(after(record, failed('NoDrawer', 'This provider keeps no drawer', 'Person'), now()))
  const sending = await saved({ ...record, state: 'Sending' })
  const outcome = await adapter.carryOut(operation)
  if (outcome.state === 'Done') return saved(after(sending, { state: 'Done', result: null }, now()))
  const isShiftTooLong = outcome.state === 'Failed' && outcome.next === 'CloseShift'
  if (!isShiftTooLong) return saved(after(sending, outcome, now()))
  const unclosed = await adapter.closeShift?.()
  return saved(after(sending, unclosed ?? { ...outcome, next: 'Retry' }, now()))
}
