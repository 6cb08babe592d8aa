import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import type { FiscalReceipt, ReportedResult } from './receipt.ts'
import { ALMATY, MOSCOW } from './wire-time.ts'

/**
 * Returns the content of the printed QR code (docs/domain.md#printed-receipts). For a Russian receipt it is
 * the look-up data: local time of the cash register, sum, number of the fiscal storage, document number,
 * fiscal sign, and 1 for a sale or 2 for a return. In Kazakhstan it is the address of the receipt, or else a
 * look-up address at the site.
 */
export function qrOf(
  reported: ReportedResult,
  { total, operation }: Pick<FiscalReceipt, 'total' | 'operation'>,
): string | null {
  const { fnNumber, docNumber, sign, time, url, taxSystem } = reported
  if (taxSystem === null) return url ?? lookUpAddress(reported, total)
  if (fnNumber === null || docNumber === null || time === null) return url
  const [day = '', clock = ''] = toWallClock(time, MOSCOW).split(' ')
  const members = {
    t: `${day.replaceAll('-', '')}T${clock.slice(0, 5).replace(':', '')}`,
    s: shown(total),
    fn: fnNumber,
    i: docNumber,
    fp: sign,
    n: operation === 'Sell' ? 1 : 2,
  }
  return membersOf(members)
}

function lookUpAddress({ sign, regNumber, time, checkSite }: ReportedResult, total: Amount): string | null {
  if (regNumber === null || time === null || checkSite === null) return null
  const site = /^https?:/.test(checkSite) ? checkSite : `https://${checkSite}`
  const clock = toWallClock(time, ALMATY).replaceAll(/[-:]/g, '').replace(' ', 'T')
  return `${site}?${membersOf({ i: sign, f: regNumber, s: shown(total), t: clock })}`
}

const shown = (total: Amount): string => amountToNumber(total).toFixed(2)

const membersOf = (members: Record<string, string | number>): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
