import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import type { FiscalReceipt, ToldResult } from './receipt.ts'
import { ALMATY, MOSCOW } from './wire-time.ts'

/**
 * What the QR code of paper has (docs/domain.md#printed-receipts). Of a Russian receipt a text: when by the clock of the cash register, how
 * much, the numbers of fiscal storage and document, the fiscal sign, and 1 for a sale or 2 for a return. In Kazakhstan the address of the
 * receipt, or, where the provider has not told it, that by which the site looks it up.
 */
export function qrOf(
  told: ToldResult,
  { total, operation }: Pick<FiscalReceipt, 'total' | 'operation'>,
): string | null {
  const { fnNumber, docNumber, sign, time, url, taxSystem } = told
  if (taxSystem === null) return url ?? lookUpAddress(told, total)
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

function lookUpAddress({ sign, regNumber, time, checkSite }: ToldResult, total: Amount): string | null {
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
