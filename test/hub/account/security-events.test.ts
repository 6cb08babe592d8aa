import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { addFactor } from '#test/support/authenticator.ts'
import { ApiClient, OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { superAdmin } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

interface Line {
  event?: string
  address?: string
  [member: string]: unknown
}

describe('security events in the log of the hub', () => {
  let door: TestHub
  let written = ''
  let networks = 0

  beforeAll(async () => {
    door = await startTestHub()
    await door.hub.stop()
    const log = pino(
      { level: 'info' },
      {
        write: (line: string) => {
          written += line
        },
      },
    )
    door.hub = await startHub(door.config, log)
  })
  afterAll(() => door[Symbol.asyncDispose]())

  const lines = (): Line[] =>
    written
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const from = (api: ApiClient) => {
    const address = `192.0.2.${++networks}`
    const events = () => lines().filter((line) => line.event !== undefined && line.address === address)
    return { api: api.with({ 'X-Forwarded-For': address }), address, events }
  }
  const person = async () => {
    const { api, organizationId, ...organization } = await signUp(door)
    return { ...organization, organizationId, ...from(api) }
  }

  it('logs refused access to the records of another organization under the organization of the caller', async () => {
    const [caller, other] = [await person(), await person()]
    expect((await caller.api.get(`/api/catalog/stores/${other.storeId}`)).status).toBe(404)
    const named = caller.api.with({ 'X-Organization-Id': other.organizationId })
    expect((await named.get('/api/catalog/stores')).status).toBe(404)
    const admin = from(await superAdmin(door, await signUp(door)))
    const visiting = admin.api.with({ 'X-Organization-Id': other.organizationId })
    expect((await visiting.get('/api/catalog/stores')).status).toBe(403)
    expect(caller.events()).toMatchObject([
      { event: 'access_refused', problem: 'not_found', path: `/api/catalog/stores/${other.storeId}` },
      { event: 'access_refused', problem: 'not_found', organization: caller.organizationId },
    ])
    expect(admin.events()).toMatchObject([{ event: 'access_refused', problem: 'visit_needed' }])
    expect(other.events()).toEqual([])
  })

  it('logs refused passwords, codes and links without their values', async () => {
    const { api, events } = await person()
    await api.post('/api/me/step-up', { password: 'a wrong guess' })
    await api.post('/api/me/change-password', {
      currentPassword: 'a wrong guess',
      newPassword: 'six red apples',
    })
    const { secret } = (await api.post('/api/me/2fa/enroll')).body
    await api.post('/api/me/2fa/verify', { code: '000000' })
    const token = 'm'.repeat(43)
    await api.post('/api/auth/reset-password', { token, newPassword: 'six red apples' })
    expect(events().filter(({ event }) => event?.endsWith('_refused'))).toMatchObject([
      { event: 'proof_refused', path: '/api/me/step-up', actor: expect.any(String) },
      { event: 'proof_refused', path: '/api/me/change-password', actor: expect.any(String) },
      { event: 'proof_refused', path: '/api/me/2fa/verify', actor: expect.any(String) },
      { event: 'link_refused', path: '/api/auth/reset-password' },
    ])
    for (const text of ['a wrong guess', 'six red apples', token, secret]) expect(written).not.toContain(text)
  })

  it('logs commands that change credentials, and exports', async () => {
    const { api, email, retailPointId, organizationId, events } = await person()
    await addFactor(api)
    expect((await api.post(`/api/catalog/retail-points/${retailPointId}/pairing-code`)).status).toBe(201)
    expect((await api.get('/api/catalog/products/export?format=csv')).status).toBe(200)
    const again = await from(new ApiClient(door)).api.token({
      grant_type: 'password',
      username: email,
      password: OWNER_PASSWORD,
    })
    expect(again.status).toBe(400)
    const done = events().filter(({ event }) => event === 'security_command')
    expect(done.map(({ command }) => command)).toEqual([
      'POST /api/me/2fa/enroll',
      'POST /api/me/2fa/verify',
      'POST /api/catalog/retail-points/{id}/pairing-code',
      'GET /api/catalog/products/export',
    ])
    for (const line of done)
      expect(line).toMatchObject({
        actor: expect.any(String),
        organization: organizationId,
        time: expect.any(Number),
      })
  })

  it('hides tokens in logged paths, and writes one line per request whatever the path contains', async () => {
    const { api, address } = await person()
    const token = 'T'.repeat(43)
    for (const path of [`/api/org/export/download/${token}`, `/r/${token}`, `/r/%54${token.slice(1)}`])
      expect((await api.get(path)).status).toBe(404)
    await api.get('/api/forged%0A%7B%22event%22:%22signed_in%22%7D')
    const requests = () => lines().filter((line) => line.address === address && line.msg === 'request')
    await until('all requests are logged', () => requests().length === 4)
    expect(written).not.toMatch(/T{20}/)
    expect(requests().map(({ path }) => path)).toEqual([
      '/api/org/export/download/***',
      '/r/***',
      '/r/***',
      expect.stringContaining('/api/forged'),
    ])
    expect(lines().filter((line) => line.event === 'signed_in' && line.address === undefined)).toEqual([])
  })
})
