import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import { amount, amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import { type FiscalAdapter, failed, type Outcome } from '../adapter.ts'
import { type Answer, exchange, outcomeOf, unclear } from '../exchange.ts'
import { limitViolation } from '../limits.ts'
import { withNetPrices } from '../net-prices.ts'
import { paymentSubjectOf } from '../payment-subjects.ts'
import { type PaymentNames, paymentsByName } from '../payments.ts'
import type { FiscalLine, FiscalReceipt, ReportedResult } from '../receipt.ts'
import { TAX_SYSTEMS } from '../tax-systems.ts'
import { vatCodeOf } from '../vat-codes.ts'
import { MOSCOW } from '../wire-time.ts'

export interface CloudKassir {
  /** Base address, such as https://api.cloudpayments.ru */
  baseUrl: string
  publicId: string
  apiSecret: string
  inn: string
  taxSystem: RussianTaxSystem
}

const LIMITS = { lines: 100, amount: amount(42_949_672.95), quantity: 99_999.999 }
/** Payment types. The provider does not support cash. */
const PAYMENT_TYPES: PaymentNames<string> = {
  Card: 'Electronic',
  Mobile: 'Electronic',
  Prepaid: 'AdvancePayment',
  Credit: 'Credit',
  Other: 'Provision',
}
const FULL_PAYMENT = 4
const ADVANCE = 3

type Fields = Record<string, unknown>

/**
 * Returns an adapter for CloudKassir. The provider recognizes a repeated request by its X-Request-ID, so a
 * receipt is looked up by sending it again.
 */
export function cloudKassir(settings: CloudKassir): FiscalAdapter {
  const base = settings.baseUrl.replace(/\/$/, '')
  const basic = Buffer.from(`${settings.publicId}:${settings.apiSecret}`).toString('base64')

  const ask = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    exchange({
      method: 'POST',
      url: `${base}${path}`,
      headers: { ...headers, Authorization: `Basic ${basic}` },
      body,
    })

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
        const netReceipt = { ...receipt, lines: withNetPrices(receipt.lines) }
        const refusal = limitViolation(netReceipt, LIMITS)
        if (refusal) return refusal
        const body = requestOf(netReceipt, settings)
        const answer = await ask('/kkt/receipt', body, { 'X-Request-ID': receipt.externalId })
        const { Id } = fieldsOf(fieldsOf(answer.body).Model)
        if (isSuccess(answer) && typeof Id === 'string') return { state: 'Pending', providerId: Id }
        return refusalOf(answer)
      }),
    status: (Id) =>
      outcomeOf(async () => {
        const answer = await ask('/kkt/receipt/status/get', { Id })
        const { Model } = fieldsOf(answer.body)
        if (!isSuccess(answer)) return refusalOf(answer)
        if (Model === 'Queued') return { state: 'Pending', providerId: Id }
        if (Model === 'Error')
          return failed('Error', wordsOf(answer) || 'The receipt was not processed', 'Person')
        if (Model !== 'Processed') return unclear(answer)
        const receipt = await ask('/kkt/receipt/get', { Id })
        return doneOf(receipt, settings)
      }),
  }
}

function requestOf(receipt: FiscalReceipt, settings: CloudKassir) {
  const { operation, lines, payments, customer, cashierName, soldAt, timeZone } = receipt
  const day = toWallClock(soldAt, timeZone).slice(0, 10)
  return {
    Inn: settings.inn,
    Type: operation === 'Sell' ? 'Income' : 'IncomeReturn',
    InvoiceId: receipt.externalId,
    CustomerReceipt: {
      Items: lines.map((line) => itemOf(line, day)),
      TaxationSystem: TAX_SYSTEMS[receipt.taxSystem ?? settings.taxSystem].bit,
      ...(customer.email === null ? {} : { Email: customer.email }),
      ...(customer.phone === null ? {} : { Phone: customer.phone }),
      ...(cashierName === null ? {} : { CashierName: cashierName }),
      Amounts: Object.fromEntries(
        paymentsByName(payments, PAYMENT_TYPES).map(({ name, sum }) => [name, amountToNumber(sum)]),
      ),
    },
  }
}

function itemOf(line: FiscalLine, day: string) {
  const { name, price, quantity, sum, unit, isAdvance } = line
  // 22 means vat22, 122 means vat122, null means none.
  const [vat] = /\d+$/.exec(vatCodeOf(line, day).name) ?? []
  return {
    Label: name.slice(0, 128),
    Price: amountToNumber(price),
    Quantity: quantityToNumber(quantity),
    Amount: amountToNumber(sum),
    Vat: vat === undefined ? null : Number(vat),
    Method: isAdvance ? ADVANCE : FULL_PAYMENT,
    // The provider does not support marking codes.
    Object: paymentSubjectOf(line, '1.05'),
    MeasurementUnit: unit.name,
  }
}

/**
 * Returns the outcome of a failed request. `Success: false` is final. Any other response tells nothing about
 * the receipt.
 */
function refusalOf(answer: Answer): Outcome {
  if (answer.status === 401) return failed(401, 'The public id or the secret is not accepted', 'Person')
  if (fieldsOf(answer.body).Success !== false) return unclear(answer)
  const { ErrorCode } = fieldsOf(fieldsOf(answer.body).Model)
  return failed(String(ErrorCode ?? 'Refused'), wordsOf(answer), 'Person')
}

function doneOf(answer: Answer, { taxSystem }: CloudKassir): Outcome {
  const model = fieldsOf(fieldsOf(answer.body).Model)
  const data = { ...model, ...fieldsOf(model.AdditionalData) }
  if (data.FiscalSign == null) return unclear(answer)
  const text = (...values: unknown[]): string | null => {
    const value = values.find((each) => each != null && each !== '')
    return value === undefined ? null : String(value)
  }
  const number = (value: unknown): number | null => (value == null ? null : Number(value))
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(String(data.DateTime)) ?? []
  const result: ReportedResult = {
    sign: String(data.FiscalSign),
    docNumber: text(data.DocumentNumber),
    regNumber: text(data.RegNumber),
    serialNumber: text(data.DeviceNumber),
    fnNumber: text(data.FiscalNumber),
    shiftNumber: number(data.SessionNumber),
    numberInShift: number(data.Number),
    time: day === undefined ? null : fromWallClock(`${day} ${time}`, MOSCOW),
    url: text(data.OfdReceiptUrl, data.Url),
    isOffline: false,
    ofdName: text(data.Ofd),
    checkSite: null,
    taxSystem,
  }
  return { state: 'Done', result }
}

const isSuccess = ({ status, body }: Answer): boolean => status === 200 && fieldsOf(body).Success === true

const wordsOf = ({ body }: Answer): string => String(fieldsOf(body).Message ?? '')

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
