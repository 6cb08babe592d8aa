import { type Amount, amount, sumAmounts } from '#shared/money/decimal.ts'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import {
  type CashOperation,
  type Failed,
  type FiscalAdapter,
  failed,
  type NextStep,
  type Outcome,
} from '../adapter.ts'
import {
  type Answer,
  cashOutcomeOf,
  type Exchange,
  exchange,
  outcomeOf,
  Refused,
  unclear,
} from '../exchange.ts'
import { limitViolation } from '../limits.ts'
import { withNetPrices } from '../net-prices.ts'
import { type PaymentNames, paymentsByName } from '../payments.ts'
import type { FiscalBasis, FiscalLine, FiscalReceipt, ReportedResult } from '../receipt.ts'
import { ALMATY } from '../wire-time.ts'

export interface ReKassa {
  /** Base address, such as https://app.rekassa.kz/partner */
  baseUrl: string
  apiKey: string
  /** Serial number of the cash register. */
  number: string
  password: string
  /** Four-digit PIN required for closing shifts. */
  pin: string
}

const LIMITS = { lines: 1000, amount: amount(9_999_999_999.99), quantity: 999_999_999 }
const PAYMENT_TYPES: PaymentNames<string> = {
  Cash: 'PAYMENT_CASH',
  Card: 'PAYMENT_CARD',
  Mobile: 'PAYMENT_MOBILE',
  Credit: 'PAYMENT_CREDIT',
}
/** Codes of VAT and of the general tax system in the authority's lists. */
const VAT = 100
const GENERAL = 100

type Fields = Record<string, unknown>

interface CashRegister {
  id: number
  registrationNumber?: string
  serialNumber?: string
  shiftOpen?: boolean
  shiftNumber?: number
}

/**
 * Returns an adapter for reKassa (Kazakhstan). The provider recognizes a repeated request by its
 * X-Request-ID, so a receipt is looked up by sending it again. The first receipt opens a shift.
 */
export function reKassa(settings: ReKassa): FiscalAdapter {
  const base = settings.baseUrl.replace(/\/$/, '')
  let token: string | undefined
  let known: CashRegister | undefined

  async function signIn(): Promise<string> {
    const { number, password, apiKey } = settings
    const url = `${base}/api/auth/login?apiKey=${encodeURIComponent(apiKey)}`
    const answer = await exchange({ method: 'POST', url, body: { number, password } })
    if (answer.status === 200 && typeof answer.body === 'string' && answer.body !== '') return answer.body
    const { code, message } = errorOf(answer)
    throw new Refused(failed(code, message, answer.status >= 500 ? 'Retry' : 'Person'))
  }

  async function ask(path: string, what: Omit<Exchange, 'url'>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      token ??= await signIn()
      const headers = { ...what.headers, Authorization: `Bearer ${token}` }
      const answer = await exchange({ ...what, url: `${base}/api${path}`, headers })
      const isForgotten = answer.status === 401 || errorOf(answer).code === 'INVALID_TOKEN'
      if (attempt === 2 || !isForgotten) return answer
      token = undefined
    }
  }

  /** Returns the current state of the cash register. Throws `Refused` when the account does not have it. */
  async function cashRegister(): Promise<CashRegister> {
    const answer = await ask('/crs', { method: 'GET' })
    const embedded = fieldsOf(fieldsOf(answer.body)._embedded)
    const roles = Array.isArray(embedded.userCashRegisterRoles)
      ? (embedded.userCashRegisterRoles as { cashRegister: CashRegister }[])
      : undefined
    if (!roles) throw new Refused(failed(errorOf(answer).code, errorOf(answer).message, 'Retry'))
    const found = roles.find((role) => role.cashRegister.serialNumber === settings.number)
    if (!found)
      throw new Refused(failed('NoCashRegister', `There is no cash register ${settings.number}`, 'Person'))
    return found.cashRegister
  }

  /** Closes the shift. Throws `Refused`. */
  async function closeShift(): Promise<void> {
    const { id, shiftOpen, shiftNumber } = await cashRegister()
    if (!shiftOpen) return
    const headers = { 'cash-register-password': settings.pin }
    const answer = await ask(`/crs/${id}/shifts/${shiftNumber}/close`, { method: 'POST', headers, body: {} })
    const { code, message } = errorOf(answer)
    // Another client has closed the shift in the meantime.
    if (answer.status < 300 || code === 'CASH_REGISTER_SHOULD_HAVE_SHIFT_OPEN') return
    throw new Refused(failed(code, message, answer.status >= 500 ? 'Retry' : 'Person'))
  }

  /** Books cash in or cash out. Throws `Refused`. */
  async function moveCash({ externalId, kind, sum, at }: CashOperation): Promise<void> {
    known ??= await cashRegister()
    const answer = await ask(`/crs/${known.id}/cash`, {
      method: 'POST',
      headers: { 'X-Request-ID': externalId },
      body: {
        datetime: dateTimeOf(at),
        operation: kind === 'CashIn' ? 'MONEY_PLACEMENT_DEPOSIT' : 'MONEY_PLACEMENT_WITHDRAWAL',
        sum: moneyOf(sum),
      },
    })
    const { code, message } = errorOf(answer)
    if (answer.status < 300 || code === 'DUPLICATE_EXTERNAL_ID') return
    throw new Refused(failed(code, message, answer.status >= 500 ? 'Retry' : nextOf(code)))
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
        const netReceipt = { ...receipt, lines: withNetPrices(receipt.lines) }
        const refusal = limitViolation(netReceipt, LIMITS)
        if (refusal) return refusal
        const body = ticketOf(netReceipt)
        known ??= await cashRegister()
        const headers = { 'X-Request-ID': receipt.externalId }
        const answer = await ask(`/crs/${known.id}/tickets`, { method: 'POST', headers, body })
        return outcomeOfTicket(answer, known)
      }),
    // Receipts are never pending at this provider.
    status: async (id) => ({ state: 'Unknown', message: `${id} is not pending` }),
    closeShift: async (): Promise<Failed | null> => {
      const outcome = await cashOutcomeOf(closeShift)
      if (outcome.state === 'Failed') return outcome
      return outcome.state === 'Unknown' ? failed('Unanswered', outcome.message, 'Retry') : null
    },
    carryOut: (operation) =>
      cashOutcomeOf(() => (operation.kind === 'ZReport' ? closeShift() : moveCash(operation))),
  }
}

function ticketOf(receipt: FiscalReceipt): Fields {
  const { operation, soldAt, lines, payments, change, total, basis } = receipt
  const paid = paymentsByName(payments, PAYMENT_TYPES)
  const cash = paid.find(({ name }) => name === 'PAYMENT_CASH')?.sum
  return {
    operation: operation === 'Sell' ? 'OPERATION_SELL' : 'OPERATION_SELL_RETURN',
    dateTime: dateTimeOf(soldAt),
    domain: {
      type: lines.every(({ subject }) => subject === 'Service') ? 'DOMAIN_SERVICES' : 'DOMAIN_TRADING',
    },
    items: lines.map((line) => ({ type: 'ITEM_TYPE_COMMODITY', commodity: commodityOf(line) })),
    payments: paid.map(({ name, sum }) => ({ type: name, sum: moneyOf(sum) })),
    amounts: {
      total: moneyOf(total),
      ...(cash === undefined ? {} : { taken: moneyOf(sumAmounts([cash, change])), change: moneyOf(change) }),
    },
    ...(operation === 'SellReturn' && basis ? { parentTicket: parentOf(basis) } : {}),
  }
}

function commodityOf({ name, quantity, price, sum, vatRate, vatSum, unit, markingCode }: FiscalLine): Fields {
  return {
    name,
    sectionCode: '1',
    quantity,
    price: moneyOf(price),
    sum: moneyOf(sum),
    measureUnitCode: Number(unit.code) >= 3 ? unit.code : '796',
    // Rates are in thousandths of a percent.
    taxes:
      vatRate === null
        ? []
        : [{ sum: moneyOf(vatSum), percent: vatRate * 10, type: VAT, taxationType: GENERAL }],
    ...(markingCode === null ? {} : { excise_stamp: markingCode }),
  }
}

const parentOf = ({ sign, time, regNumber, total, isOffline }: FiscalBasis): Fields => ({
  parentTicketNumber: sign,
  parentTicketDateTime: time === null ? null : dateTimeOf(time),
  kgdKkmId: regNumber,
  parentTicketTotal: moneyOf(total),
  parentTicketIsOffline: isOffline,
})

const moneyOf = (value: Amount) => ({ bills: Math.trunc(value / 100), coins: value % 100 })

function dateTimeOf(moment: string) {
  const [year, month, day, hour, minute, second] = toWallClock(moment, ALMATY).split(/[- :]/).map(Number)
  return { date: { year, month, day }, time: { hour, minute, second } }
}

function outcomeOfTicket(answer: Answer, cashRegister: CashRegister): Outcome {
  const ticket = fieldsOf(answer.body)
  if (answer.status < 300 && ticket.ticketNumber !== undefined)
    return { state: 'Done', result: resultOf(ticket, cashRegister) }
  const { code, message } = errorOf(answer)
  if (answer.status >= 500 || answer.status < 400 || code === 'DUPLICATE_EXTERNAL_ID') return unclear(answer)
  return failed(code, message, nextOf(code))
}

function nextOf(code: string): NextStep {
  // The token became invalid right after it was issued, because another client signed in.
  if (code === 'INVALID_TOKEN') return 'Retry'
  return code === 'CASH_REGISTER_SHIFT_PERIOD_EXPIRED' ? 'CloseShift' : 'Person'
}

function resultOf(ticket: Fields, { registrationNumber, serialNumber }: CashRegister): ReportedResult {
  const fdo = fieldsOf(ticket.fdo)
  const text = (value: unknown): string | null => (value == null ? null : String(value))
  const number = (value: unknown): number | null => (value == null ? null : Number(value))
  const offline = ticket.offlineTicketNumber
  const isOffline = offline !== undefined && offline !== null && offline !== ''
  return {
    sign: String(isOffline ? offline : ticket.ticketNumber),
    docNumber: text(ticket.shiftDocumentNumber),
    regNumber: registrationNumber ?? null,
    serialNumber: serialNumber ?? null,
    fnNumber: null,
    shiftNumber: number(ticket.shiftNumber),
    numberInShift: number(ticket.shiftDocumentNumber),
    time: timeOf(ticket.messageTime),
    url: typeof ticket.qrCode === 'string' ? ticket.qrCode : null,
    isOffline,
    ofdName: text(fdo.nameRu),
    checkSite: text(fdo.url),
    taxSystem: null,
  }
}

/** Parses ISO 8601. A time without a zone is local time of the cash register. */
function timeOf(shown: unknown): string | null {
  const text = String(shown)
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  if (day === undefined) return null
  return zone ? new Date(text).toISOString() : fromWallClock(`${day} ${time}`, ALMATY)
}

function errorOf({ status, body }: Answer): { code: string; message: string } {
  const { code, message } = fieldsOf(body)
  return {
    code: typeof code === 'string' ? code : String(status),
    message: typeof message === 'string' ? message : `HTTP ${status}`,
  }
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
