import { parseMarkingCode } from '#shared/barcodes/marking-code.ts'
import {
  type Amount,
  amount,
  amountToNumber,
  multiplyDivide,
  percentToNumber,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import {
  type Absent,
  type CashOperation,
  type Failed,
  type FiscalAdapter,
  failed,
  type NextStep,
  type Outcome,
} from '../adapter.ts'
import { cashOutcomeOf, exchange, outcomeOf, Refused } from '../exchange.ts'
import { limitViolation } from '../limits.ts'
import { type PaymentNames, paymentsByName } from '../payments.ts'
import type { FiscalLine, FiscalReceipt, ReportedResult } from '../receipt.ts'
import { ALMATY, fromDotted, toDotted } from '../wire-time.ts'

export interface Webkassa {
  /** Base address, such as https://kkm.webkassa.kz */
  baseUrl: string
  /** API key of the integrator. The test environment has a different one. */
  apiKey: string
  login: string
  password: string
  cashboxUniqueNumber: string
}

const LIMITS = { lines: 1000, amount: amount(9_999_999_999.99), quantity: 999_999_999 }
const PAYMENT_TYPES: PaymentNames<number> = { Cash: 0, Card: 1, Mobile: 4 }
const NO_ERROR = 0
const TOKEN_CODES = [2, 3]
const SHIFT_TOO_LONG = 11
const DUPLICATE = 14
/** Codes for a shift that is already closed or was never opened. */
const NO_SHIFT = [12, 13]
/** Code for an internal error of Webkassa, unrelated to the request. */
const UNKNOWN_ERROR = -1
const NOT_FOUND = [15, 16, 19]
/** Search limits for a receipt: number of latest shifts, and of receipts in each. */
const SHIFTS = 3
const CHECKS = 50

/** Unvalidated response. Its fields are checked before use. */
type Fields = Record<string, unknown>

interface Reply {
  code: number
  message: string
  data: unknown
}

/**
 * Returns an adapter for Webkassa 4 (Kazakhstan), protocol 2.0.3 of the authority. The first receipt opens a
 * shift.
 */
export function webkassa(settings: Webkassa): FiscalAdapter {
  const base = settings.baseUrl.replace(/\/$/, '')
  const cashbox = settings.cashboxUniqueNumber
  let token: string | undefined

  /**
   * Sends a request. In the reply, `code` is 0 without an error, and -1 when the response has an unexpected
   * shape.
   */
  async function call(path: string, body: Fields): Promise<Reply> {
    const headers = { 'x-api-key': settings.apiKey }
    const { status, body: answer } = await exchange({ method: 'POST', url: `${base}${path}`, headers, body })
    if (!isFields(answer)) return { code: UNKNOWN_ERROR, message: `HTTP ${status}`, data: null }
    const [error] = Array.isArray(answer.Errors) ? (answer.Errors as Fields[]) : []
    if (!error && answer.Data === undefined)
      return { code: UNKNOWN_ERROR, message: `HTTP ${status}`, data: null }
    return {
      code: error ? Number(error.Code) : NO_ERROR,
      message: error ? String(error.Text) : '',
      data: answer.Data,
    }
  }

  async function signIn(): Promise<string> {
    const { login: Login, password: Password } = settings
    const { code, message, data } = await call('/api/v4/Authorize', { Login, Password })
    if (isFields(data) && typeof data.Token === 'string') return data.Token
    throw new Refused(failed(code, message, code === UNKNOWN_ERROR ? 'Retry' : 'Person'))
  }

  async function ask(path: string, body: Fields): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      token ??= await signIn()
      const reply = await call(path, { Token: token, CashboxUniqueNumber: cashbox, ...body })
      if (attempt === 2 || !TOKEN_CODES.includes(reply.code)) return reply
      token = undefined
    }
  }

  async function find({ externalId }: FiscalReceipt): Promise<Outcome | Absent> {
    const shifts = await ask('/api/v4/Cashbox/ShiftHistory', { Skip: 0, Take: SHIFTS })
    if (shifts.code !== NO_ERROR) return unknownOf(shifts)
    const numbers = rowsOf(shifts.data).map((row) => Number(row.ShiftNumber))
    for (const ShiftNumber of numbers.sort((a, b) => b - a)) {
      const found = await findInShift(externalId, ShiftNumber)
      if (found) return found
    }
    return { state: 'Absent' }
  }

  async function findInShift(externalId: string, ShiftNumber: number): Promise<Outcome | undefined> {
    const ticket = await ask('/api-history/v4/Ticket/GetTicketByExternalCheckNumber', {
      ExternalCheckNumber: externalId,
      ShiftNumber,
    })
    if (ticket.code === NO_ERROR) return doneOf(ticket.data, ShiftNumber)
    if (!NOT_FOUND.includes(ticket.code)) return unknownOf(ticket)
    const checks = await ask('/api/v4/Check/History', { ShiftNumber, Skip: 0, Take: CHECKS })
    if (checks.code !== NO_ERROR) return unknownOf(checks)
    const row = rowsOf(checks.data).find((each) => each.ExternalCheckNumber === externalId)
    return row && doneOf(row, ShiftNumber)
  }

  /** Closes the shift. Throws `Refused`. */
  async function closeShift(): Promise<void> {
    const { code, message } = await ask('/api/v4/ZReport', {})
    if (code === NO_ERROR || NO_SHIFT.includes(code)) return
    throw new Refused(failed(code, message, code === UNKNOWN_ERROR ? 'Retry' : 'Person'))
  }

  /** Books cash in or cash out. Throws `Refused`. */
  async function moveCash({ externalId, kind, sum }: CashOperation): Promise<void> {
    const { code, message } = await ask('/api/v4/MoneyOperation', {
      OperationType: kind === 'CashIn' ? 0 : 1,
      Sum: amountToNumber(sum),
      ExternalCheckNumber: externalId,
    })
    if (code === NO_ERROR || code === DUPLICATE) return
    throw new Refused(failed(code, message, code === UNKNOWN_ERROR ? 'Retry' : nextOf(code)))
  }

  return {
    capabilities: {
      async: false,
      needsShift: true,
      returnNeedsBasis: true,
      maxLines: LIMITS.lines,
      offlineHours: 72,
    },
    send: (receipt) =>
      outcomeOf(async () => {
        const refusal = limitViolation(receipt, LIMITS)
        if (refusal) return refusal
        const reply = await ask('/api/v4/check', requestOf(receipt))
        if (reply.code === NO_ERROR) return doneOf(reply.data)
        if (reply.code === UNKNOWN_ERROR) return unknownOf(reply)
        if (reply.code !== DUPLICATE) return failed(reply.code, reply.message, nextOf(reply.code))
        const done = doneOf(reply.data)
        if (done.state === 'Done') return done
        const found = await find(receipt)
        return found.state === 'Absent' ? unknownOf(reply) : found
      }),
    // Receipts are never pending at this provider. They are looked up by their own id.
    status: async (externalId) => ({ state: 'Unknown', message: `${externalId} is not pending` }),
    lookUp: (receipt) => outcomeOf(() => find(receipt)),
    closeShift: async (): Promise<Failed | null> => {
      const outcome = await cashOutcomeOf(closeShift)
      if (outcome.state === 'Failed') return outcome
      return outcome.state === 'Unknown' ? failed('Unanswered', outcome.message, 'Retry') : null
    },
    carryOut: (operation) =>
      cashOutcomeOf(() => (operation.kind === 'ZReport' ? closeShift() : moveCash(operation))),
  }
}

function requestOf(receipt: FiscalReceipt): Fields {
  const { lines, payments, change, customer, basis, operation, externalId } = receipt
  return {
    OperationType: operation === 'Sell' ? 2 : 3,
    Positions: lines.map(positionOf),
    // The provider deducts the change itself, so it is included in cash.
    Payments: paymentsByName(payments, PAYMENT_TYPES).map(({ name, sum }) => ({
      PaymentType: name,
      Sum: amountToNumber(name === 0 ? ((sum + change) as Amount) : sum),
    })),
    Change: amountToNumber(change),
    RoundType: 0,
    ExternalCheckNumber: externalId,
    ...(customer.email === null ? {} : { CustomerEmail: customer.email }),
    ...(customer.phone === null ? {} : { CustomerPhone: customer.phone }),
    ...(basis && operation === 'SellReturn'
      ? {
          ReturnBasisDetails: {
            CheckNumber: basis.sign,
            DateTime: basis.time === null ? null : toDotted(basis.time, ALMATY),
            RegistrationNumber: basis.regNumber,
            Total: amountToNumber(basis.total),
            IsOffline: basis.isOffline,
          },
        }
      : {}),
  }
}

/** Returns a line in the provider's format, with the discount as an amount separate from the price. */
function positionOf(line: FiscalLine): Fields {
  const { name, quantity, price, sum, vatRate, vatSum, unit, ntin, markingCode } = line
  const gtin = markingCode === null ? undefined : parseMarkingCode(markingCode)?.gtin
  const discount = multiplyDivide(price, quantity, 1000) - sum
  return {
    PositionName: name,
    Count: quantityToNumber(quantity),
    Price: amountToNumber(price),
    ...(discount > 0 ? { Discount: amountToNumber(discount as Amount) } : {}),
    ...(discount < 0 ? { Markup: amountToNumber(-discount as Amount) } : {}),
    TaxType: vatRate === null ? 0 : 100,
    ...(vatRate === null
      ? { Tax: 0 }
      : { TaxPercent: percentToNumber(vatRate), Tax: amountToNumber(vatSum) }),
    UnitCode: Number(unit.code) >= 3 ? unit.code : '796',
    ...(ntin === null ? {} : { NTIN: ntin }),
    ...(gtin === undefined ? {} : { GTIN: gtin }),
    ...(markingCode === null ? {} : { Mark: markingCode }),
  }
}

function nextOf(code: number): NextStep {
  // The token became invalid right after it was issued, because another client signed in.
  if (TOKEN_CODES.includes(code)) return 'Retry'
  return code === SHIFT_TOO_LONG ? 'CloseShift' : 'Person'
}

const unknownOf = ({ code, message }: Reply): Outcome => ({
  state: 'Unknown',
  message: `${code}: ${message}`,
})

/**
 * Returns the outcome for a receipt in any of the provider's formats: a new receipt, a ticket, or a history
 * row. They use different names for some fields.
 */
function doneOf(data: unknown, shift: number | null = null): Outcome {
  if (!isFields(data)) return { state: 'Unknown', message: 'The response has no receipt data' }
  const cashbox = isFields(data.Cashbox) ? data.Cashbox : {}
  const text = (...values: unknown[]): string | null => {
    const value = values.find((each) => each !== undefined && each !== null && each !== '')
    return value === undefined ? null : String(value)
  }
  const sign = text(data.CheckNumber, data.Number)
  if (sign === null) return { state: 'Unknown', message: 'The response has no fiscal sign' }
  const shiftNumber = text(data.ShiftNumber, shift)
  const order = text(data.CheckOrderNumber, data.OrderNumber)
  const ofd = isFields(cashbox.Ofd) ? cashbox.Ofd : {}
  const result: ReportedResult = {
    sign,
    docNumber: order,
    regNumber: text(cashbox.RegistrationNumber, data.CashboxRegistrationNumber, data.RegistrationNumber),
    serialNumber: text(cashbox.UniqueNumber, data.CashboxUniqueNumber),
    fnNumber: null,
    shiftNumber: shiftNumber === null ? null : Number(shiftNumber),
    numberInShift: order === null ? null : Number(order),
    time: fromDotted(data.DateTime ?? data.RegistratedOn, ALMATY),
    url: text(data.TicketUrl),
    isOffline: data.OfflineMode === true || data.CashboxOfflineMode === true || data.IsOffline === true,
    ofdName: text(ofd.Name),
    checkSite: text(ofd.Host),
    taxSystem: null,
  }
  return { state: 'Done', result }
}

function rowsOf(data: unknown): Fields[] {
  if (Array.isArray(data)) return data as Fields[]
  if (!isFields(data)) return []
  const rows = [data.Rows, data.Shifts].find(Array.isArray)
  return (rows ?? []) as Fields[]
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
