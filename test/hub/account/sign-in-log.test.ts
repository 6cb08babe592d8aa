import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { enrolDevice } from '#test/support/device.ts'
import { ApiClient, OWNER_PASSWORD, OWNER_PIN, signUp, startTestHub } from '#test/support/hub.ts'

it('logs sign-ins and enrolments with account and address, without secrets', async () => {
  await using door = await startTestHub()
  await door.hub.stop()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  door.hub = await startHub(door.config, log)
  const organization = await signUp(door)
  const device = await enrolDevice(door, organization)
  const client = new ApiClient(door).with({ 'X-Forwarded-For': '192.0.2.77' })
  const username = organization.email.toUpperCase()

  const enrol = (pairingCode: string) =>
    client.post('/api/pos/v1/enrol', { pairingCode, deviceName: 'Till', agentVersion: '1.0.0' })
  const path = `/api/catalog/retail-points/${organization.retailPointId}/pairing-code`
  const { code } = (await organization.api.post(path)).body
  await enrol('WRNG-WRNG')
  const enrolled = (await enrol(code)).body

  const signedIn = await client.token({ grant_type: 'password', username, password: OWNER_PASSWORD })
  await client.token({ grant_type: 'password', username, password: 'a guess at it' })
  await client.token({ grant_type: 'password', username: 'nobody@shop.test', password: 'a guess at it' })
  const { client_id, client_secret } = device.credentials
  await client.token({ grant_type: 'client_credentials', client_id, client_secret: 'another guess' })
  await client.token({ grant_type: 'client_credentials', client_id, client_secret })
  const renewed = await client.token({
    grant_type: 'refresh_token',
    refresh_token: signedIn.body.refresh_token,
  })
  for (let round = 0; round < 12; round++)
    await client.token({ grant_type: 'password', username: 'somebody@shop.test', password: 'a guess at it' })

  const events = lines
    .filter(({ event, address }) => event && address === '192.0.2.77')
    .map(({ event, account, clientId }) => [event, account ?? clientId])
  expect(events.slice(0, 7)).toEqual([
    ['enrolment_failed', undefined],
    ['device_enrolled', enrolled.clientId],
    ['signed_in', organization.email],
    ['sign_in_failed', organization.email],
    ['sign_in_failed', 'nobody@shop.test'],
    ['device_sign_in_failed', client_id],
    ['device_signed_in', client_id],
  ])
  expect(events.at(-1)).toEqual(['sign_in_throttled', 'somebody@shop.test'])
  const text = JSON.stringify(lines)
  const secrets = [
    OWNER_PASSWORD,
    'a guess at it',
    'another guess',
    client_secret,
    code,
    'WRNG-WRNG',
    enrolled.clientSecret,
    signedIn.body.access_token,
    signedIn.body.refresh_token,
    renewed.body.refresh_token,
    `"${OWNER_PIN}"`,
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})
