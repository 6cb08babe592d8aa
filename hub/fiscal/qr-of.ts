import { amountToNumber } from '#shared/money/decimal.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import type { FiscalReceipt, ToldResult } from './receipt.ts'
import { MOSCOW } from './wire-time.ts'

/**
 * What the QR code of paper has (docs/domain.md#printed-receipts). Of a Russian receipt a text: when by the clock of the cash register, how
 * much, the numbers of fiscal storage and document, the fiscal sign, and 1 for a sale or 2 for a return. Elsewhere the address of the receipt.
 */
export function qrOf(
  { fnNumber, docNumber, sign, time, url }: ToldResult,
  { total, operation }: Pick<FiscalReceipt, 'total' | 'operation'>,
): string | null {
  if (fnNumber === null || docNumber === null || time === null) return url
  const [day = '', clock = ''] = toWallClock(time, MOSCOW).split(' ')
  const members = {
    t: `${day.replaceAll('-', '')}T${clock.slice(0, 5).replace(':', '')}`,
    s: amountToNumber(total).toFixed(2),
    fn: fnNumber,
    i: docNumber,
    fp: sign,
    n: operation === 'Sell' ? 1 : 2,
  }
  return Object.entries(members)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}
