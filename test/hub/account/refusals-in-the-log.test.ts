import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { ApiClient, signUp, startTestHub } from '#test/support/hub.ts'

it('logs refused requests with caller, address and path', async () => {
  await using door = await startTestHub()
  await door.hub.stop()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  door.hub = await startHub(door.config, log)
  const { api, organizationId } = await signUp(door)
  const client = api.with({ 'X-Forwarded-For': '192.0.2.88' })

  expect((await client.get('/api/super-admin/organizations?search=nobody%27s')).status).toBe(403)
  expect((await client.post('/api/catalog/stores', { name: 7 })).status).toBe(400)
  const anonymous = new ApiClient(door).with({ 'X-Forwarded-For': '192.0.2.89' })
  for (let round = 0; round < 101; round++)
    await anonymous.post('/api/auth/reset-password', { token: 'made\nup', newPassword: 'tulip and apple' })

  const refused = lines.filter(({ event }) => String(event).endsWith('_refused'))
  expect(refused[0]).toMatchObject({
    event: 'access_refused',
    address: '192.0.2.88',
    path: '/api/super-admin/organizations',
    problem: 'forbidden',
    organization: organizationId,
    actor: expect.any(String),
    traceId: expect.any(String),
    time: expect.any(Number),
  })
  expect(refused.at(-1)).toMatchObject({ event: 'attempts_refused', address: '192.0.2.89' })
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests).toContainEqual(
    expect.objectContaining({ path: '/api/catalog/stores', status: 400, problem: 'invalid_request' }),
  )
  // The log contains neither query parameters nor request bodies.
  for (const text of ['nobody', 'made', 'tulip']) expect(JSON.stringify(lines)).not.toContain(text)
})
