import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { freePort } from '../../support/ports.ts'
import { until } from '../../support/until.ts'
import { settings } from '../support/catalog.ts'
import { FakeHub, json, PAIRING_CODE } from '../support/fake-hub.ts'
import { openShop, Point } from '../support/point.ts'

it('reports trouble while the agent is not enrolled', async () => {
  await using hub = await FakeHub.start()
  await using point = await new Point(hub).start()
  const status = await point.till().status()
  expect(status).toMatchObject({ enrolled: false, deviceId: null, settings: null })
  expect(status.trouble.map(({ code }) => code)).toEqual(['not_enrolled'])
})

it('exchanges a pairing code for a credential', async () => {
  await using hub = await FakeHub.start(settings())
  await using point = await new Point(hub).start()
  await point.enrol()
  await point.ready()
  const status = await point.till().status()
  expect(status).toMatchObject({ enrolled: true, deviceId: hub.deviceId, series: 'K7', trouble: [] })
  expect(JSON.parse(readFileSync(point.file('device.json'), 'utf8'))).toMatchObject({
    clientSecret: 's3cret',
    hubUrl: hub.url,
  })
})

it('keeps the credential in files that only its user can read', async () => {
  await using shop = await openShop()
  expect(statSync(shop.point.file('device.json')).mode & 0o777).toBe(0o600)
  expect(statSync(shop.point.file('.')).mode & 0o777).toBe(0o700)
})

it('refuses to enrol a second time', async () => {
  await using shop = await openShop()
  const answer = await shop.till.send('POST', '/enrol', { pairingCode: PAIRING_CODE })
  expect(answer).toMatchObject({ status: 409, body: { code: 'already_enrolled' } })
})

it.each([
  ['missing', (path: string) => rmSync(path)],
  ['damaged', (path: string) => writeFileSync(path, '{"organizationId":')],
  ['empty', (path: string) => writeFileSync(path, '')],
])('restores a %s device.json from the journal', async (_, damage) => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  const path = shop.point.file('device.json')
  const before = readFileSync(path, 'utf8')
  damage(path)
  await shop.point.start()
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toBe('K7-000002')
})

it('enrols after the device.json of an unenrolled agent was damaged', async () => {
  await using hub = await FakeHub.start(settings())
  await using point = await new Point(hub).start()
  await point.stop()
  writeFileSync(point.file('device.json'), 'not JSON')
  await point.start()
  await point.enrol()
  await point.ready()
})

it('passes on the refusal of a pairing code by the hub', async () => {
  await using hub = await FakeHub.start()
  await using point = await new Point(hub).start()
  const answer = await point.till().send('POST', '/enrol', { pairingCode: 'WRONG' })
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'pairing_code_invalid', detail: 'because: pairing_code_invalid' },
  })
})

it('reports an unreachable hub during enrolment', async () => {
  await using hub = await FakeHub.start()
  await using point = await new Point(hub).start()
  await hub.goDown()
  const answer = await point.till().send('POST', '/enrol', { pairingCode: PAIRING_CODE })
  expect(answer).toMatchObject({ status: 502, body: { code: 'hub_unreachable' } })
})

it.each([
  ['an HTML page', 'text/html', '<html>login</html>'],
  ['the response of another program', 'application/json', '{"hello":"world"}'],
])('reports %s as an unreachable hub', async (_, contentType, text) => {
  await using hub = await FakeHub.start()
  await using point = await new Point(hub).start()
  hub.interfere = (_request, response) => {
    response.writeHead(200, { 'Content-Type': contentType }).end(text)
    return true
  }
  const answer = await point.till().send('POST', '/enrol', { pairingCode: PAIRING_CODE })
  expect(answer).toMatchObject({ status: 502, body: { code: 'hub_unreachable' } })
  expect((await point.till().status()).enrolled).toBe(false)
})

it.each([
  [{ pairingCode: '' }, '#/pairingCode'],
  [{}, '#/pairingCode'],
  [{ pairingCode: 'A', hubUrl: 'ftp://hub' }, '#/hubUrl'],
  [{ pairingCode: 'A', hubUrl: 'http://another.example' }, '#/hubUrl'],
  [{ pairingCode: 'A', colour: 'red' }, '#/colour'],
])('refuses %j and reports the invalid field %s', async (body, pointer) => {
  await using hub = await FakeHub.start()
  await using point = await new Point(hub).start()
  const answer = await point.till().send('POST', '/enrol', body)
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }))
})

it('enrols at the hub named in the request, unless its address uses public plain HTTP', async () => {
  await using hub = await FakeHub.start(settings())
  await using point = await new Point(hub).start({ hubUrl: undefined })
  const open = await point
    .till()
    .send('POST', '/enrol', { pairingCode: PAIRING_CODE, hubUrl: 'http://hub.example' })
  expect([open.status, open.body.errors?.[0]?.pointer]).toEqual([400, '#/hubUrl'])
  await point.till().expect('POST', '/enrol', { pairingCode: PAIRING_CODE, hubUrl: `${hub.url}/` })
  await point.ready()
})

it('enrols unattended once the hub is available', async () => {
  await using hub = await FakeHub.start(settings())
  await hub.goDown()
  await using point = await new Point(hub).start({ pairingCode: PAIRING_CODE })
  await until('the failure is told', async () =>
    (await point.till().status()).trouble.some(({ detail }) => detail.startsWith('EDGE_PAIRING_CODE')),
  )
  await hub.comeBack()
  await point.ready()
})

it('stops unattended enrolment after the hub refuses the code', async () => {
  await using hub = await FakeHub.start(settings())
  await using point = await new Point(hub).start({ pairingCode: 'USED' })
  const received = await until('the refusal is told', async () =>
    (await point.till().status()).trouble.find(({ detail }) => detail.includes('pairing_code_invalid')),
  )
  expect(received.code).toBe('not_enrolled')
  expect(hub.requests).toEqual(['POST /api/pos/v1/enrol'])
})

it('ignores the configured pairing code once enrolled', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  await shop.point.start({ pairingCode: 'USED' })
  expect((await shop.till.status()).enrolled).toBe(true)
})

it('connects to the configured address of the hub, even if it differs from the address at enrolment', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  await using other = await FakeHub.start()
  other.interfere = (_request, response) => {
    json(response, 503, {})
    return true
  }
  await shop.point.start({ hubUrl: other.url })
  await until('the other hub is asked', () => other.requests.length > 0)
  await shop.point.stop()
  await shop.point.start({ hubUrl: `http://127.0.0.1:${await freePort()}` })
  await until('it is offline', async () => (await shop.till.status()).connection === 'offline')
})
