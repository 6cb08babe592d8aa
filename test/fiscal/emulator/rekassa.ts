import { Books, type Entry, scenarioOf } from './books.ts'
import type { Desk, ProviderRequest, Reply, Wire } from './server.ts'

export const REKASSA = { number: 'RK-1', id: 7, registrationNumber: '010200000002', pin: '1234' }

/** Emulator of reKassa with one cash register. It accepts any password except for «wrong». */
export class ReKassaDesk implements Desk {
  readonly books = new Books()
  #tokens = 1
  #isShiftTooLong = false

  answer({ method, path, headers, body }: ProviderRequest): Reply | undefined {
    if (path === '/api/auth/login')
      return body.password === 'wrong'
        ? refusal(403, 'WRONG_PASSWORD', 'Неверный пароль')
        : { status: 200, body: `jwt-${this.#tokens}` }
    if (path !== '/api/crs' && !path.startsWith('/api/crs/')) return undefined
    if (headers.authorization !== `Bearer jwt-${this.#tokens}`)
      return refusal(401, 'INVALID_TOKEN', 'Токен недействителен')
    if (path === '/api/crs') return { status: 200, body: this.#cashRegisters() }
    if (method === 'POST' && path === `/api/crs/${REKASSA.id}/tickets`)
      return this.#ticket(String(headers['x-request-id']), body)
    if (method === 'POST' && path === `/api/crs/${REKASSA.id}/cash`)
      return this.#moveCash(String(headers['x-request-id']), body)
    if (path === `/api/crs/${REKASSA.id}/shifts/${this.books.shiftNumber}/close`) {
      if (headers['cash-register-password'] !== REKASSA.pin)
        return refusal(403, 'WRONG_PASSWORD', 'Неверный пароль')
      this.#isShiftTooLong = false
      this.books.closeShift()
      return { status: 200, body: {} }
    }
    return { status: 404 }
  }

  #cashRegisters() {
    const { id, number: serialNumber, registrationNumber } = REKASSA
    const { isShiftOpen: shiftOpen, shiftNumber } = this.books
    const cashRegister = { id, serialNumber, registrationNumber, shiftOpen, shiftNumber }
    return { _embedded: { userCashRegisterRoles: [{ cashRegister }] } }
  }

  #moveCash(id: string, { operation, sum, datetime }: Wire): Reply {
    const isIn = operation === 'MONEY_PLACEMENT_DEPOSIT'
    if (!isIn && operation !== 'MONEY_PLACEMENT_WITHDRAWAL')
      return refusal(400, 'VALIDATION_ERROR', 'operation')
    if (!datetime?.date?.year) return refusal(400, 'VALIDATION_ERROR', 'datetime')
    const moved = isIn ? hundredths(sum) : -hundredths(sum)
    if (!this.books.cash.has(id) && this.books.inDrawer + moved < 0)
      return refusal(409, 'NOT_ENOUGH_CASH', 'Недостаточно наличных')
    this.books.moveCash(id, moved)
    return { status: 200, body: {} }
  }

  #ticket(id: string, body: Wire): Reply {
    const fault = faultOf(body)
    if (fault) return refusal(400, 'VALIDATION_ERROR', fault)
    const scenario = scenarioOf(
      hundredths(body.amounts.total),
      body.items.map((item: Wire) => item.commodity.name),
    )
    const times = this.books.seen(id)
    if (scenario === '06') return refusal(400, 'VALIDATION_ERROR', 'items[0].commodity.taxes')
    if (scenario === '07' && times === 0) {
      this.#tokens += 1
      return refusal(401, 'INVALID_TOKEN', 'Токен недействителен')
    }
    if (scenario === '08' && times === 0) return { status: 502, body: '<html>Bad Gateway</html>' }
    if (scenario === '05' && times === 0) this.#isShiftTooLong = true
    if (this.#isShiftTooLong) {
      this.books.isShiftOpen = true
      return refusal(409, 'CASH_REGISTER_SHIFT_PERIOD_EXPIRED', 'Смена длится более 24 часов')
    }
    const entry = this.books.register(id, scenario, body)
    if (scenario === '03' && times === 0) return null
    if (scenario === '04' && times === 0) return refusal(409, 'DUPLICATE_EXTERNAL_ID', 'Запрос уже принят')
    return { status: 200, body: ticketOf(entry) }
  }
}

const refusal = (status: number, code: string, message: string): Reply => ({
  status,
  body: { code, message },
})

const ticketOf = ({ sign, docNumber, shiftNumber, numberInShift, scenario }: Entry) => ({
  id: docNumber,
  ticketNumber: scenario === '09' ? '' : sign,
  offlineTicketNumber: scenario === '09' ? sign : '',
  shiftNumber,
  shiftDocumentNumber: numberInShift,
  messageTime: '2026-03-01T17:00:00',
  qrCode: `https://ofd.test/${sign}`,
  fdo: { nameRu: 'АО «Оператор»', url: 'consumer.ofd.test' },
})

const hundredths = (money: Wire): number => money.bills * 100 + money.coins

/** Returns the violated protocol rule of a request, or null. */
function faultOf({ operation, items, payments, amounts, parentTicket, dateTime }: Wire): string | null {
  if (!dateTime?.date?.year) return 'dateTime'
  if (operation === 'OPERATION_SELL_RETURN' && !parentTicket?.parentTicketNumber) return 'parentTicket'
  let sum = 0
  for (const { commodity } of items) {
    if (!Number.isInteger(commodity.quantity)) return 'quantity'
    sum += hundredths(commodity.sum)
    if (Math.round((hundredths(commodity.price) * commodity.quantity) / 1000) !== hundredths(commodity.sum))
      return 'sum'
  }
  let paid = 0
  for (const payment of payments) paid += hundredths(payment.sum)
  const isCash = payments.some((payment: Wire) => payment.type === 'PAYMENT_CASH')
  if (isCash !== (amounts.taken !== undefined)) return 'amounts.taken'
  return sum === hundredths(amounts.total) && paid === sum ? null : 'amounts.total'
}
