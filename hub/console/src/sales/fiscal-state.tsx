import { Badge } from '@mantine/core'
import type { FiscalReceiptSummary } from '#shared/contracts/sales/fiscal-receipts.ts'
import type { FiscalState } from '#shared/domain/sale-fiscal.ts'
import { useText } from '../i18n/use-text.ts'

const COLORS: Record<FiscalState, string> = {
  Waiting: 'gray',
  Sending: 'blue',
  Unknown: 'orange',
  Pending: 'blue',
  Done: 'teal',
  Failed: 'red',
}

export function FiscalBadge({ state }: { state: FiscalState }) {
  return <Badge color={COLORS[state]}>{useText()(`fiscalState.${state}`)}</Badge>
}

/** Next step for the user. Empty when the receipt is done. */
export function NextStep({ step }: { step: FiscalReceiptSummary['nextStep'] }) {
  const t = useText()
  return step === 'None' ? null : t(`fiscalStep.${step}`)
}
