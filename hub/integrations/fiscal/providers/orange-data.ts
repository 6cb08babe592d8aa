import { sign } from 'node:crypto'
import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import {
  type Amount,
  amount,
  amountToNumber,
  multiplyDivide,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import { type Absent, type FiscalAdapter, failed, type Outcome } from '../adapter.ts'
import { contactOf } from '../contact.ts'
import { type Answer, exchange, outcomeOf, unclear } from '../exchange.ts'
import { limitViolation } from '../limits.ts'
import { withNetPrices } from '../net-prices.ts'
import { paymentSubjectOf } from '../payment-subjects.ts'
import { type PaymentNames, paymentsByName } from '../payments.ts'
import type { FiscalLine, FiscalReceipt, ReportedResult } from '../receipt.ts'
import { TAX_SYSTEMS } from '../tax-systems.ts'
import { vatCodeOf } from '../vat-codes.ts'
import { MOSCOW } from '../wire-time.ts'

export interface OrangeData {
  /** Base address, such as https://api.orangedata.ru:12003 */
  baseUrl: string
  inn: string
  /** Group of cash registers: Main, or Main_2 for format 1.2. */
  group: string
  /** Name of the signing key in the provider's account. */
  keyName: string
  /** RSA key of 2048 bits that signs the requests, in PEM format. */
  signingKey: string
  /** Client certificate in PEM format. */
  clientCertificate: string
  clientKey: string
  /** Version of the fiscal document format. */
  ffdVersion: '1.05' | '1.2'
  /** Tax system, from 0 general to 5 patent. */
  taxSystem: RussianTaxSystem
  /** Recipient of the receipt when the customer has given no address. */
  companyEmail: string
}

const LIMITS = { lines: 250, amount: amount(42_949_672.95), quantity: 99_999.999 }
const MOST_BYTES = 32_768
const PAYMENT_TYPES: PaymentNames<number> = {
  Cash: 1,
  Card: 2,
  Mobile: 2,
  Prepaid: 14,
  Credit: 15,
  Other: 16,
}
const FULL_PAYMENT = 4
const ADVANCE = 3

/** Returns an adapter for OrangeData, protocol 2. The provider identifies a receipt by the id that the hub sends. */
export function orangeData(settings: OrangeData): FiscalAdapter {
  const base = `${settings.baseUrl.replace(/\/$/, '')}/api/v2/documents`
  const certificate = settings.baseUrl.startsWith('http:')
    ? undefined
    : { cert: settings.clientCertificate, key: settings.clientKey }

  async function statusOf(externalId: string): Promise<Outcome | Absent> {
    const url = `${base}/${settings.inn}/status/${encodeURIComponent(externalId)}`
    const answer = await exchange({ method: 'GET', url, certificate })
    switch (answer.status) {
      case 200:
        return doneOf(answer, settings)
      case 202:
        return { state: 'Pending', providerId: externalId }
      case 400:
        return { state: 'Absent' }
      case 401:
        return failed(401, 'The client certificate is not accepted', 'Person')
      case 422:
        return failed(422, wordsOf(answer), 'Person')
      case 524:
        return failed(524, wordsOf(answer), 'NewExternalId')
      default:
        return unclear(answer)
    }
  }

  return {
    capabilities: {
      async: true,
      needsShift: false,
      returnNeedsBasis: false,
      maxLines: LIMITS.lines,
      offlineHours: null,
    },
    send: (receipt) =>
      outcomeOf(async () => {
        const netReceipt = { ...receipt, lines: withNetPrices(receipt.lines).map(notBelowSum) }
        const refusal = limitViolation(netReceipt, LIMITS)
        if (refusal) return refusal
        const body = JSON.stringify(documentOf(netReceipt, settings))
        if (Buffer.byteLength(body) > MOST_BYTES)
          return failed('Limit', `The receipt is longer than ${MOST_BYTES} bytes`, 'Person')
        const signature = sign('RSA-SHA256', Buffer.from(body), settings.signingKey).toString('base64')
        const headers = { 'X-Signature': signature }
        const answer = await exchange({ method: 'POST', url: `${base}/`, headers, body, certificate })
        return outcomeOfSending(answer, receipt.externalId)
      }),
    status: (externalId) =>
      outcomeOf(async () => {
        const outcome = await statusOf(externalId)
        return outcome.state === 'Absent'
          ? { state: 'Unknown', message: `The provider does not know ${externalId}` }
          : outcome
      }),
    lookUp: ({ externalId }) => outcomeOf(() => statusOf(externalId)),
  }
}

function outcomeOfSending(answer: Answer, externalId: string): Outcome {
  switch (answer.status) {
    case 201:
    // The id already exists.
    case 409:
      return { state: 'Pending', providerId: externalId }
    case 400:
      return failed(400, wordsOf(answer), 'Person')
    case 401:
      return failed(401, wordsOf(answer) || 'The certificate or the signature is not accepted', 'Person')
    // The provider's queue is full.
    case 503:
      return { ...failed(503, wordsOf(answer), 'Retry'), waitMs: answer.retryAfterMs }
    default:
      return unclear(answer)
  }
}

/**
 * Returns a marked line whose price × quantity is not below its sum. The provider allows the total to be
 * rounded down within a ruble, never up.
 */
function notBelowSum(line: FiscalLine): FiscalLine {
  const isBelow = multiplyDivide(line.price, line.quantity, 1000) < line.sum
  return isBelow ? { ...line, price: (line.price + 1) as Amount } : line
}

function documentOf(receipt: FiscalReceipt, settings: OrangeData) {
  const { operation, lines, payments, cashierName, total, soldAt, timeZone } = receipt
  const day = toWallClock(soldAt, timeZone).slice(0, 10)
  return {
    id: receipt.externalId,
    inn: settings.inn,
    group: settings.group,
    key: settings.keyName,
    content: {
      ffdVersion: settings.ffdVersion === '1.2' ? 4 : 2,
      type: operation === 'Sell' ? 1 : 2,
      positions: lines.map((line) => positionOf(line, settings.ffdVersion, day)),
      checkClose: {
        payments: paymentsByName(payments, PAYMENT_TYPES).map(({ name, sum }) => ({
          type: name,
          amount: amountToNumber(sum),
        })),
        taxationSystem: TAX_SYSTEMS[receipt.taxSystem ?? settings.taxSystem].bit,
      },
      customerContact: contactOf(receipt, settings.companyEmail).value,
      ...(cashierName === null ? {} : { cashier: cashierName.slice(0, 64) }),
      totalSum: amountToNumber(total),
    },
  }
}

function positionOf(line: FiscalLine, ffdVersion: OrangeData['ffdVersion'], day: string) {
  const { name, quantity, price, unit, isAdvance, markingCode } = line
  return {
    quantity: quantityToNumber(quantity),
    price: amountToNumber(price),
    tax: vatCodeOf(line, day).tag,
    text: name.slice(0, 128),
    paymentMethodType: isAdvance ? ADVANCE : FULL_PAYMENT,
    paymentSubjectType: paymentSubjectOf(line, ffdVersion),
    ...(ffdVersion === '1.2'
      ? {
          quantityMeasurementUnit: unit.fiscalMeasure,
          ...(markingCode === null ? {} : { itemCode: markingCode }),
        }
      : { unitOfMeasurement: unit.name.slice(0, 16) }),
  }
}

function doneOf(answer: Answer, { taxSystem }: OrangeData): Outcome {
  const body = answer.body as Record<string, unknown>
  if (typeof body !== 'object' || body === null || body.fp === undefined) return unclear(answer)
  const text = (value: unknown): string | null => (value == null ? null : String(value))
  const number = (value: unknown): number | null => (value == null ? null : Number(value))
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(String(body.processedAt)) ?? []
  const result: ReportedResult = {
    sign: String(body.fp),
    docNumber: text(body.documentNumber),
    regNumber: text(body.deviceRN),
    serialNumber: text(body.deviceSN),
    fnNumber: text(body.fsNumber),
    shiftNumber: number(body.shiftNumber),
    numberInShift: number(body.documentIndex),
    time: day === undefined ? null : fromWallClock(`${day} ${time}`, MOSCOW),
    url: null,
    isOffline: false,
    ofdName: text(body.ofdName),
    checkSite: text(body.fnsWebsite ?? body.ofdWebsite),
    taxSystem,
  }
  return { state: 'Done', result }
}

function wordsOf({ status, body }: Answer): string {
  const errors = typeof body === 'object' && body !== null ? (body as { errors?: unknown }).errors : undefined
  return Array.isArray(errors) ? errors.join('; ') : `HTTP ${status}`
}
