import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { ownCertificate } from '#edge/tls/own-authority.ts'
import type { FiscalAdapter } from '#hub/integrations/fiscal/adapter.ts'
import { atolOnline } from '#hub/integrations/fiscal/providers/atol-online.ts'
import { cloudKassir } from '#hub/integrations/fiscal/providers/cloud-kassir.ts'
import { orangeData } from '#hub/integrations/fiscal/providers/orange-data.ts'
import { reKassa } from '#hub/integrations/fiscal/providers/rekassa.ts'
import { webkassa } from '#hub/integrations/fiscal/providers/webkassa.ts'
import { amount } from '#shared/money/decimal.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import { OrangeDataDesk } from './emulator/orange-data.ts'
import { type ProviderRequest, type Reply, serve } from './emulator/server.ts'
import { receiptOf } from './receipts.ts'

/** Replies by a part of the request path, in order. The last reply is repeated. */
type Script = Record<string, Reply | Reply[]>

/** Maximum number of requests. More indicate an endless loop of the client. */
const MOST_ASKED = 50

/** Starts a provider that sends the scripted replies and records the requests. */
async function provider(script: Script) {
  const requested: ProviderRequest[] = []
  const left = Object.entries(script).map(
    ([path, replies]) => [path, Array.isArray(replies) ? [...replies] : [replies]] as const,
  )
  const server = await serve((request) => {
    requested.push(request)
    if (requested.length > MOST_ASKED) return null
    const [, replies = []] = left.find(([path]) => request.path.includes(path)) ?? []
    return replies.length > 1 ? replies.shift() : replies[0]
  })
  const count = (path: string): number => requested.filter((request) => request.path.includes(path)).length
  return { ...server, requested, count }
}

const ok = (body: unknown, status = 200): Reply => ({ status, body })
const GATEWAY: Reply = { status: 502, body: '<html>Bad Gateway</html>' }
const RU = { inn: '7701234567', taxSystem: 'General' } as const
const card = () => receiptOf(100, { payments: [{ type: 'Card', amount: amount(100) }] })

const person = { state: 'Failed', next: 'Person' }
const retry = { state: 'Failed', next: 'Retry' }
const unknown = { state: 'Unknown' }

describe('ATOL Online', () => {
  const adapter = ({ url }: { url: string }): FiscalAdapter =>
    atolOnline({
      ...RU,
      baseUrl: url,
      version: 'v5',
      login: 'shop',
      password: 'secret',
      groupCode: 'group',
      paymentAddress: 'Moscow',
      companyEmail: 'shop@example.com',
    })
  const token = { getToken: ok({ token: 'given', error: null }) }
  const refusal = (code: number, type = 'system') => ({
    uuid: null,
    status: 'fail',
    error: { error_id: '1', code, text: 'words', type },
  })

  it.each([
    [403, 14, 'user blocked'],
    [400, 13, 'validation'],
    [400, 32, 'validation of the request'],
    [401, 21, 'group code of another protocol'],
    [400, 30, 'no uuid'],
    [400, 31, 'unknown operation'],
    [400, 40, 'bad request'],
    [415, 41, 'media type'],
  ])('reports status %i, error %i as a failure that a user must resolve: %s', async (status, code) => {
    await using server = await provider({ ...token, sell: ok(refusal(code), status) })
    expect(await adapter(server).send(card())).toEqual({ ...person, code: String(code), message: 'words' })
    expect(server.count('sell')).toBe(1)
  })

  it('leaves the outcome unknown after status 500 with error 50', async () => {
    await using server = await provider({ ...token, sell: ok(refusal(50), 500) })
    expect(await adapter(server).send(card())).toMatchObject(unknown)
  })

  it.each([10, 11])(
    'signs in again once after error %i, and retries later when the token is refused again',
    async (code) => {
      await using server = await provider({ ...token, sell: ok(refusal(code), 401) })
      expect(await adapter(server).send(card())).toMatchObject({ ...retry, code: String(code) })
      expect([server.count('getToken'), server.count('sell')]).toEqual([2, 2])
    },
  )

  it('signs in again once after error 20, then reports a failure that a user must resolve', async () => {
    await using server = await provider({ ...token, sell: ok(refusal(20), 401) })
    expect(await adapter(server).send(card())).toMatchObject({ ...person, code: '20' })
    expect([server.count('getToken'), server.count('sell')]).toEqual([2, 2])
  })

  it('requests one token for several receipts, and sends it as a header', async () => {
    await using server = await provider({ ...token, sell: ok({ uuid: 'u', status: 'wait', error: null }) })
    const atol = adapter(server)
    for (let i = 0; i < 3; i += 1) expect(await atol.send(card())).toMatchObject({ state: 'Pending' })
    expect([server.count('getToken'), server.count('sell')]).toEqual([1, 3])
    expect(server.requested[0]?.body).toEqual({ login: 'shop', pass: 'secret' })
    expect(server.requested[1]).toMatchObject({ path: '/group/sell', headers: { token: 'given' } })
  })

  it('reports a wrong password as a failure that a user must resolve, and retries after a gateway error', async () => {
    await using wrong = await provider({ getToken: ok(refusal(12), 401) })
    expect(await adapter(wrong).send(card())).toMatchObject({ ...person, code: '12' })
    await using broken = await provider({ getToken: GATEWAY })
    expect(await adapter(broken).send(card())).toMatchObject(retry)
  })

  it('treats a receipt with error 33 as already accepted under the returned uuid', async () => {
    await using server = await provider({ ...token, sell: ok({ ...refusal(33), uuid: 'u-1' }, 400) })
    expect(await adapter(server).send(card())).toEqual({ state: 'Pending', providerId: 'u-1' })
  })

  it('keeps waiting after error 34 of a report, and requests a new id only after a queue time-out', async () => {
    const requested = async (reply: Reply) => {
      await using server = await provider({ ...token, report: reply })
      const outcome = await adapter(server).status('u-1')
      expect(server.count('sell')).toBe(0)
      return outcome
    }
    expect(await requested(ok(refusal(34)))).toEqual({ state: 'Pending', providerId: 'u-1' })
    expect(await requested(ok(refusal(1, 'timeout')))).toMatchObject({
      state: 'Failed',
      next: 'NewExternalId',
    })
    expect(await requested(ok(refusal(2, 'timeout')))).toMatchObject(retry)
    expect(await requested(ok(refusal(1, 'driver')))).toMatchObject(person)
    expect(await requested(ok({ uuid: 'u-1', status: 'wait', error: null }))).toMatchObject({
      state: 'Pending',
    })
    expect(await requested(GATEWAY)).toMatchObject(unknown)
    expect(await requested(ok('<html>Welcome</html>'))).toMatchObject(unknown)
  })

  it('reads the number in the shift, the document number and the register from a report', async () => {
    const payload = {
      total: 100,
      fns_site: 'www.nalog.gov.ru',
      fn_number: '9999',
      shift_number: 23,
      receipt_datetime: '12.04.2026 20:16:00',
      fiscal_receipt_number: 6,
      fiscal_document_number: 133,
      ecr_registration_number: '0000111',
      fiscal_document_attribute: 3449555941,
      ofd_receipt_url: 'https://o',
    }
    const report = ok({ uuid: 'u', status: 'done', error: null, payload })
    await using server = await provider({ ...token, report })
    expect(await adapter(server).status('u')).toMatchObject({
      result: {
        sign: '3449555941',
        docNumber: '133',
        numberInShift: 6,
        shiftNumber: 23,
        regNumber: '0000111',
        fnNumber: '9999',
        time: '2026-04-12T17:16:00.000Z',
        checkSite: 'www.nalog.gov.ru',
        url: 'https://o',
      },
    })
  })
})

describe('Webkassa', () => {
  const adapter = ({ url }: { url: string }): FiscalAdapter =>
    webkassa({
      baseUrl: url,
      apiKey: 'WKD-1',
      login: 'shop',
      password: 'secret',
      cashboxUniqueNumber: 'SWK1',
    })
  const error = (Code: number): Reply => ok({ Errors: [{ Code, Text: 'words' }] })
  const data = (Data: unknown): Reply => ok({ Data })
  const token = { Authorize: data({ Token: 'given' }) }

  it.each([
    [4, 'no access to the operation'],
    [5, 'no access to the cash box'],
    [6, 'no cash box'],
    [7, 'blocked'],
    [8, 'not enough cash'],
    [9, 'validation'],
    [10, 'not activated'],
    [18, 'offline for more than 72 hours'],
    [255, 'no receipt to refer to'],
  ])('reports error %i as a failure that a user must resolve: %s', async (code) => {
    await using server = await provider({ ...token, 'v4/check': error(code) })
    expect(await adapter(server).send(card())).toEqual({ ...person, code: String(code), message: 'words' })
    expect(server.count('v4/check')).toBe(1)
  })

  it.each([2, 3])(
    'signs in again once after error %i, and retries later when the token is refused again',
    async (code) => {
      await using server = await provider({ ...token, 'v4/check': error(code) })
      expect(await adapter(server).send(card())).toMatchObject({ ...retry, code: String(code) })
      expect([server.count('Authorize'), server.count('v4/check')]).toEqual([2, 2])
    },
  )

  it('requests to close the shift after error 11, and leaves the outcome unknown after error −1 or a gateway error', async () => {
    const sent = async (reply: Reply) => {
      await using server = await provider({ ...token, 'v4/check': reply })
      return await adapter(server).send(card())
    }
    expect(await sent(error(11))).toMatchObject({ state: 'Failed', code: '11', next: 'CloseShift' })
    expect(await sent(error(-1))).toMatchObject(unknown)
    expect(await sent(GATEWAY)).toMatchObject(unknown)
    expect(await sent(ok({}))).toMatchObject(unknown)
  })

  it('sends the API key as a header and the token in the body, and reports a wrong login as a failure that a user must resolve', async () => {
    await using server = await provider({ ...token, 'v4/check': data({ CheckNumber: '77' }) })
    await adapter(server).send(card())
    const [signIn, check] = server.requested
    expect([signIn?.headers['x-api-key'], check?.headers['x-api-key']]).toEqual(['WKD-1', 'WKD-1'])
    expect([signIn?.body, check?.body.Token]).toEqual([{ Login: 'shop', Password: 'secret' }, 'given'])
    await using wrong = await provider({ Authorize: error(1) })
    expect(await adapter(wrong).send(card())).toMatchObject({ ...person, code: '1' })
    await using broken = await provider({ Authorize: GATEWAY })
    expect(await adapter(broken).send(card())).toMatchObject(retry)
  })

  it('closes a shift, accepts that it is already closed or not open, and retries later when there is no response', async () => {
    const closed = async (ZReport: Reply) => {
      await using server = await provider({ ...token, ZReport })
      return await adapter(server).closeShift?.()
    }
    expect(await closed(data({ ReportNumber: 1 }))).toBeNull()
    expect([await closed(error(12)), await closed(error(13))]).toEqual([null, null])
    expect(await closed(error(6))).toMatchObject({ ...person, code: '6' })
    expect(await closed(error(-1))).toMatchObject(retry)
    expect(await closed(null)).toMatchObject(retry)
  })

  it('looks up a receipt shift by shift from the newest, and reports it as absent when the history lacks it, too', async () => {
    const shifts = {
      ShiftHistory: data({ Shifts: [{ ShiftNumber: 7 }, { ShiftNumber: 9 }, { ShiftNumber: 8 }] }),
    }
    for (const notFound of [15, 16, 19]) {
      await using server = await provider({
        ...token,
        ...shifts,
        GetTicketByExternalCheckNumber: error(notFound),
        'Check/History': data({ Rows: [] }),
      })
      expect(await adapter(server).lookUp?.(card())).toEqual({ state: 'Absent' })
      const requested = server.requested.filter(({ path }) => path.includes('GetTicket'))
      expect(requested.map(({ body }) => body.ShiftNumber)).toEqual([9, 8, 7])
      const history = server.requested.filter(({ path }) => path.includes('ShiftHistory'))
      expect(history.map(({ body }) => body.Take)).toEqual([3])
    }
    await using silent = await provider({ ...token, ...shifts, GetTicketByExternalCheckNumber: error(-1) })
    expect(await adapter(silent).lookUp?.(card())).toMatchObject(unknown)
  })

  it('uses only the row of the receipt from the history', async () => {
    const receipt = card()
    const row = (ExternalCheckNumber: string, sign: string) => ({
      ExternalCheckNumber,
      Number: sign,
      RegistratedOn: '01.03.2026 17:00:00',
      OrderNumber: 4,
      CashboxUniqueNumber: 'SWK1',
      CashboxRegistrationNumber: '0101',
      IsOffline: true,
    })
    const found = async (rows: object[]) => {
      await using server = await provider({
        ...token,
        ShiftHistory: data([{ ShiftNumber: 7 }]),
        GetTicket: error(19),
        'Check/History': data(rows),
      })
      return await adapter(server).lookUp?.(receipt)
    }
    expect(await found([row('other', '1')])).toEqual({ state: 'Absent' })
    expect(await found([row('other', '1'), row(receipt.externalId, '2')])).toMatchObject({
      state: 'Done',
      result: {
        sign: '2',
        shiftNumber: 7,
        numberInShift: 4,
        time: '2026-03-01T12:00:00.000Z',
        regNumber: '0101',
        serialNumber: 'SWK1',
        isOffline: true,
      },
    })
  })

  it('reads the serial number, and whether the register or the whole system was offline', async () => {
    const of = async (changes: object) => {
      const Cashbox = { UniqueNumber: 'SWK1', RegistrationNumber: '0101', IdentityNumber: '5' }
      await using server = await provider({
        ...token,
        'v4/check': data({ CheckNumber: '77', CheckOrderNumber: 4, Cashbox, ...changes }),
      })
      const outcome = await adapter(server).send(card())
      return outcome.state === 'Done' ? outcome.result : expect.fail(JSON.stringify(outcome))
    }
    expect(await of({})).toMatchObject({
      sign: '77',
      serialNumber: 'SWK1',
      regNumber: '0101',
      docNumber: '4',
      isOffline: false,
    })
    expect((await of({ OfflineMode: true })).isOffline).toBe(true)
    expect((await of({ CashboxOfflineMode: true })).isOffline).toBe(true)
  })
})

describe('reKassa', () => {
  const adapter = ({ url }: { url: string }): FiscalAdapter =>
    reKassa({ baseUrl: url, apiKey: 'a key', number: 'RK-2', password: 'secret', pin: '1234' })
  const error = (code: string, status = 400): Reply => ok({ code, message: 'words' }, status)
  const registers = (changes: object = {}) =>
    ok({
      _embedded: {
        userCashRegisterRoles: [
          { cashRegister: { id: 6, serialNumber: 'RK-1', registrationNumber: '0101' } },
          {
            cashRegister: {
              id: 7,
              serialNumber: 'RK-2',
              registrationNumber: '0102',
              shiftOpen: true,
              shiftNumber: 5,
              ...changes,
            },
          },
        ],
      },
    })
  const ready = { login: ok('jwt') }
  const ticket = (changes: object = {}) =>
    ok({ ticketNumber: '77', offlineTicketNumber: '', shiftNumber: 5, shiftDocumentNumber: 3, ...changes })
  /**
   * Returns a script with the reply for `path` first, because the path of the list of cash registers is a
   * prefix of all others.
   */
  const with_ = (path: string, reply: Reply | Reply[]): Script => ({
    ...ready,
    [path]: reply,
    crs: registers(),
  })

  it.each([
    ['NOT_ENOUGH_CASH', 409],
    ['BLOCKED', 403],
    ['CASH_REGISTER_BLOCKED', 403],
    ['CASH_REGISTER_OFFLINE_PERIOD_EXPIRED', 409],
    ['PERMISSION_ERROR', 403],
    ['ACCESS_DENIED', 403],
    ['WRONG_PASSWORD', 403],
  ])('reports %s as a failure that a user must resolve', async (code, status) => {
    await using server = await provider(with_('tickets', error(code, status)))
    expect(await adapter(server).send(card())).toEqual({ ...person, code, message: 'words' })
  })

  it('signs in again once after INVALID_TOKEN with any status, and retries later when the token is refused again', async () => {
    for (const status of [401, 400]) {
      await using server = await provider(with_('tickets', error('INVALID_TOKEN', status)))
      expect(await adapter(server).send(card())).toMatchObject({ ...retry, code: 'INVALID_TOKEN' })
      expect([server.count('login'), server.count('tickets')]).toEqual([2, 2])
    }
  })

  it('requests to close a shift open for more than 24 hours, and leaves the outcome unknown after a duplicate or a server error', async () => {
    const sent = async (reply: Reply) => {
      await using server = await provider(with_('tickets', reply))
      return await adapter(server).send(card())
    }
    expect(await sent(error('CASH_REGISTER_SHIFT_PERIOD_EXPIRED'))).toMatchObject({ next: 'CloseShift' })
    expect(await sent(error('DUPLICATE_EXTERNAL_ID', 409))).toMatchObject(unknown)
    expect(await sent(error('INTERNAL', 500))).toMatchObject(unknown)
    expect(await sent(GATEWAY)).toMatchObject(unknown)
  })

  it('signs in with the API key and the number of the cash register, and sells at that register', async () => {
    await using server = await provider(with_('tickets', ticket()))
    const receipt = card()
    expect(await adapter(server).send(receipt)).toMatchObject({
      result: { sign: '77', regNumber: '0102', serialNumber: 'RK-2', shiftNumber: 5, numberInShift: 3 },
    })
    const [login, , sold] = server.requested
    expect([login?.query.get('apiKey'), login?.body]).toEqual([
      'a key',
      { number: 'RK-2', password: 'secret' },
    ])
    expect(sold).toMatchObject({
      path: '/api/crs/7/tickets',
      headers: { authorization: 'Bearer jwt', 'x-request-id': receipt.externalId },
    })
  })

  it('retries temporary errors of the sign-in and the register list, and reports others as failures that a user must resolve', async () => {
    const sent = async (script: Script) => {
      await using server = await provider(script)
      return await adapter(server).send(card())
    }
    expect(await sent({ login: error('WRONG_PASSWORD', 403) })).toMatchObject(person)
    expect(await sent({ login: GATEWAY })).toMatchObject(retry)
    expect(await sent({ ...ready, crs: GATEWAY })).toMatchObject(retry)
    const others = ok({
      _embedded: { userCashRegisterRoles: [{ cashRegister: { id: 6, serialNumber: 'RK-1' } }] },
    })
    expect(await sent({ ...ready, crs: others })).toMatchObject({ ...person, code: 'NoCashRegister' })
  })

  it('returns the sign of an offline receipt, and parses times with and without a time zone', async () => {
    const outcomeOf = async (changes: object) => {
      await using server = await provider(with_('tickets', ticket(changes)))
      const outcome = await adapter(server).send(card())
      return outcome.state === 'Done' ? outcome.result : expect.fail(JSON.stringify(outcome))
    }
    expect(await outcomeOf({ ticketNumber: '', offlineTicketNumber: '88' })).toMatchObject({
      sign: '88',
      isOffline: true,
    })
    expect(await outcomeOf({ offlineTicketNumber: null })).toMatchObject({ sign: '77', isOffline: false })
    expect((await outcomeOf({ messageTime: '2026-03-01T17:00:00' })).time).toBe('2026-03-01T12:00:00.000Z')
    expect((await outcomeOf({ messageTime: '2026-03-01T17:00:00.5+06:00' })).time).toBe(
      '2026-03-01T11:00:00.500Z',
    )
    expect((await outcomeOf({ messageTime: 'soon' })).time).toBeNull()
  })

  it('closes the open shift with the PIN, and accepts that it is already closed', async () => {
    await using server = await provider(with_('close', ok({})))
    expect(await adapter(server).closeShift?.()).toBeNull()
    expect(server.requested.at(-1)).toMatchObject({
      path: '/api/crs/7/shifts/5/close',
      headers: { 'cash-register-password': '1234' },
    })
    await using closed = await provider({ ...ready, crs: registers({ shiftOpen: false }) })
    expect(await adapter(closed).closeShift?.()).toBeNull()
    expect(closed.count('close')).toBe(0)
    const outcomeOf = async (reply: Reply) => {
      await using other = await provider(with_('close', reply))
      return await adapter(other).closeShift?.()
    }
    expect(await outcomeOf(error('CASH_REGISTER_SHOULD_HAVE_SHIFT_OPEN', 409))).toBeNull()
    expect(await outcomeOf(error('WRONG_PASSWORD', 403))).toMatchObject({ ...person, code: 'WRONG_PASSWORD' })
    expect(await outcomeOf(GATEWAY)).toMatchObject(retry)
    expect(await outcomeOf(null)).toMatchObject(retry)
  })
})

describe('OrangeData', () => {
  const { signingKey } = new OrangeDataDesk()
  const adapter = ({ url }: { url: string }): FiscalAdapter =>
    orangeData({
      ...RU,
      baseUrl: url,
      group: 'Main_2',
      keyName: 'shop',
      ffdVersion: '1.2',
      signingKey,
      clientCertificate: '',
      clientKey: '',
      companyEmail: 'shop@example.com',
    })
  const errors = (status: number): Reply => ok({ errors: ['one', 'two'] }, status)

  it('accepts status 201 and 409, reports 400 and 401 as failures that a user must resolve, and leaves the outcome of a gateway error unknown', async () => {
    const receipt = card()
    const sent = async (reply: Reply) => {
      await using server = await provider({ documents: reply })
      return await adapter(server).send(receipt)
    }
    const accepted = { state: 'Pending', providerId: receipt.externalId }
    expect([await sent({ status: 201 }), await sent(errors(409))]).toEqual([accepted, accepted])
    expect(await sent(errors(400))).toEqual({ ...person, code: '400', message: 'one; two' })
    expect(await sent(errors(401))).toMatchObject({ ...person, code: '401' })
    expect(await sent(GATEWAY)).toMatchObject(unknown)
  })

  it('waits as long as Retry-After demands when the queue is full', async () => {
    await using server = await provider({
      documents: { status: 503, headers: { 'Retry-After': '120' }, body: '' },
    })
    expect(await adapter(server).send(card())).toMatchObject({ ...retry, code: '503', waitMs: 120_000 })
  })

  it('reads the states queued, done, refused and given up, and reports a receipt unknown to the provider as absent', async () => {
    const requested = async (reply: Reply) => {
      await using server = await provider({ status: reply })
      const both = [await adapter(server).status('sale-1'), await adapter(server).lookUp?.(card())]
      expect(server.requested[0]).toMatchObject({
        method: 'GET',
        path: '/api/v2/documents/7701234567/status/sale-1',
      })
      expect(server.requested[0]?.headers['x-signature']).toBeUndefined()
      return both
    }
    expect(await requested({ status: 202 })).toMatchObject([{ state: 'Pending' }, { state: 'Pending' }])
    expect(await requested(errors(400))).toMatchObject([unknown, { state: 'Absent' }])
    for (const status of [401, 422])
      expect(await requested(errors(status))).toMatchObject([person, { ...person, code: String(status) }])
    const given = { state: 'Failed', code: '524', next: 'NewExternalId' }
    expect(await requested(errors(524))).toMatchObject([given, given])
    expect(await requested(GATEWAY)).toMatchObject([unknown, unknown])
    const made = ok({
      deviceSN: '1',
      deviceRN: '2',
      fsNumber: '3',
      ofdName: 'ОФД',
      documentNumber: 4,
      shiftNumber: 5,
      documentIndex: 6,
      processedAt: '2026-03-01T15:00:00',
      fp: 7,
      ofdWebsite: 'ofd.test',
      fnsWebsite: 'nalog.gov.ru',
    })
    expect((await requested(made))[0]).toMatchObject({
      state: 'Done',
      result: {
        sign: '7',
        docNumber: '4',
        regNumber: '2',
        serialNumber: '1',
        fnNumber: '3',
        shiftNumber: 5,
        numberInShift: 6,
        time: '2026-03-01T12:00:00.000Z',
        checkSite: 'nalog.gov.ru',
      },
    })
  })
})

it('presents the client certificate to OrangeData', async () => {
  const [mine, theirs] = [createTestFolder(), createTestFolder()]
  const read = async (folder: TestFolder) => {
    const { cert, key } = await ownCertificate(folder.path, ['127.0.0.1'], new Date())
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  }
  const client = await read(mine)
  const shown: string[] = []
  const options = { ...(await read(theirs)), requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, ({ socket }, response) => {
    shown.push((socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? 'none')
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const orange = orangeData({
    ...RU,
    group: 'Main',
    keyName: 'shop',
    ffdVersion: '1.2',
    companyEmail: 'shop@example.com',
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signingKey: new OrangeDataDesk().signingKey,
    clientCertificate: client.cert,
    clientKey: client.key,
  })
  // The certificate of the test server is not signed by an authority.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    expect(await orange.send(card())).toMatchObject({ state: 'Pending' })
    expect(shown).toEqual([new X509Certificate(client.cert).fingerprint256])
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    server.closeAllConnections()
    server.close()
    for (const folder of [mine, theirs]) folder.remove()
  }
})

describe('CloudKassir', () => {
  const adapter = ({ url }: { url: string }): FiscalAdapter =>
    cloudKassir({ ...RU, baseUrl: url, publicId: 'pk', apiSecret: 'secret' })
  const success = (Model: unknown): Reply => ok({ Success: true, Message: null, Model })

  it('sends the sale id, which makes requests idempotent, with the public id and the secret', async () => {
    await using server = await provider({ 'kkt/receipt': success({ Id: 'r-1' }) })
    const receipt = card()
    expect(await adapter(server).send(receipt)).toEqual({ state: 'Pending', providerId: 'r-1' })
    expect(server.requested[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('pk:secret').toString('base64')}`,
      'x-request-id': receipt.externalId,
    })
  })

  it('reports a refusal or a wrong secret as a failure that a user must resolve, and leaves other outcomes unknown', async () => {
    const sent = async (reply: Reply) => {
      await using server = await provider({ 'kkt/receipt': reply })
      return await adapter(server).send(card())
    }
    const refused = ok({ Success: false, Message: 'words', Model: { ErrorCode: 5 } })
    expect(await sent(refused)).toEqual({ ...person, code: '5', message: 'words' })
    expect(await sent({ status: 401, body: 'Unauthorized' })).toMatchObject({ ...person, code: '401' })
    expect(await sent(success({}))).toMatchObject(unknown)
    expect(await sent(GATEWAY)).toMatchObject(unknown)
  })

  it('reads the states queued, not processed, not found and done', async () => {
    const requested = async (status: Reply, get: Reply = GATEWAY) => {
      await using server = await provider({ 'status/get': status, 'receipt/get': get })
      return await adapter(server).status('r-1')
    }
    expect(await requested(success('Queued'))).toEqual({ state: 'Pending', providerId: 'r-1' })
    expect(await requested(success('Error'))).toMatchObject(person)
    const made = success({
      FiscalSign: 7,
      DocumentNumber: 4,
      SessionNumber: 5,
      Number: 6,
      DeviceNumber: '1',
      RegNumber: '2',
      FiscalNumber: '3',
      Ofd: 'ОФД',
      DateTime: '2026-03-01T15:00:00',
      Url: 'https://o',
    })
    expect(await requested(success('NotFound'), made)).toMatchObject(unknown)
    expect(await requested(success('Processed'))).toMatchObject(unknown)
    expect(await requested(success('Processed'), made)).toMatchObject({
      state: 'Done',
      result: {
        sign: '7',
        docNumber: '4',
        regNumber: '2',
        serialNumber: '1',
        fnNumber: '3',
        shiftNumber: 5,
        numberInShift: 6,
        time: '2026-03-01T12:00:00.000Z',
        url: 'https://o',
        ofdName: 'ОФД',
      },
    })
  })
})

describe('any provider', () => {
  const adapter = ({ url }: { url: string }): FiscalAdapter =>
    cloudKassir({ ...RU, baseUrl: url, publicId: 'pk', apiSecret: 'secret' })

  it('leaves the outcome unknown when there is no response, or when it is too long', async () => {
    await using cut = await provider({ kkt: null })
    expect(await adapter(cut).send(card())).toMatchObject(unknown)
    await using endless = await provider({ kkt: ok('x'.repeat(4 * 1024 * 1024 + 1)) })
    expect(await adapter(endless).send(card())).toMatchObject({
      ...unknown,
      message: expect.stringContaining('too long'),
    })
  })
})
