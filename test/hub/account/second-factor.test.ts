import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { addFactor, codeOf } from '#test/support/authenticator.ts'
import { atMoment } from '#test/support/clock.ts'
import { ApiClient, OWNER_PASSWORD, signUp, useHub } from '#test/support/hub.ts'
import { hire, superAdmin, superAdminWithFactor } from '#test/support/people.ts'

describe('a second factor', () => {
  const door = useHub()
  const FACTOR = '/api/me/2fa'
  let network = 0

  const signIn = (
    email: string,
    more: Record<string, string> = {},
    address = `10.9.${network++ >> 8}.${network & 255}`,
  ) =>
    new ApiClient(door)
      .with({ 'X-Forwarded-For': address })
      .token({ grant_type: 'password', username: email, password: OWNER_PASSWORD, ...more })
  const later = <T>(seconds: number, work: () => Promise<T>) =>
    atMoment(new Date(Date.now() + seconds * 1000).toISOString(), work)
  const status = async (api: ApiClient) => (await api.get(`${FACTOR}/status`)).body
  const stored = async (accountEmail: string) => {
    await using owner = await door.database.connect()
    const { rows } = await owner.query(
      'SELECT f.* FROM second_factors f JOIN accounts a ON a.id = f.account_id WHERE a.email = $1',
      [accountEmail],
    )
    return rows[0]
  }

  it('sets up a second factor with a code of the app, and keeps its secrets out of the database and the audit log', async () => {
    const { api, email } = await signUp(door)
    expect(await status(api)).toEqual({
      isEnabled: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    })
    const first = (await api.post(`${FACTOR}/enroll`)).body
    const { secret, otpauthUri } = (await api.post(`${FACTOR}/enroll`)).body
    expect(otpauthUri).toMatch(/^otpauth:\/\/totp\/Counterfoil:owner-.*&algorithm=SHA1&digits=6&period=30$/)
    expect(otpauthUri).toContain(`secret=${secret}`)
    // No code is required until a code of the latest secret confirms the setup.
    expect((await signIn(email)).status).toBe(200)
    expect(await api.post(`${FACTOR}/verify`, { code: codeOf(first.secret) })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code', errors: [{ pointer: '#/code' }] },
    })
    const { recoveryCodes } = (await api.post(`${FACTOR}/verify`, { code: codeOf(secret) })).body
    expect(new Set(recoveryCodes).size).toBe(10)
    // 24 characters from an alphabet of 32 give 120 bits.
    expect(recoveryCodes[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await status(api)).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 })
    expect((await api.post(`${FACTOR}/enroll`)).body.code).toBe('second_factor_on')
    const row = JSON.stringify(await stored(email))
    expect(row).not.toContain(secret)
    expect(row).not.toContain(recoveryCodes[0])
    const log = JSON.stringify((await api.get('/api/admin/audit-log')).body)
    expect(log).toContain('POST /api/me/2fa/verify')
    for (const hidden of [
      secret,
      must(await stored(email)).sealed_secret,
      must(await stored(email)).recovery_hashes[0],
    ])
      expect(log).not.toContain(hidden)
  })

  it('ends earlier sessions when a second factor is set up', async () => {
    const { api, email } = await signUp(door)
    const other = (await signIn(email)).body
    await addFactor(api)
    expect((await new ApiClient(door, other.access_token).get(`${FACTOR}/status`)).status).toBe(401)
    expect(
      (await signIn(email, { grant_type: 'refresh_token', refresh_token: other.refresh_token })).status,
    ).toBe(400)
    expect((await status(api)).isEnabled).toBe(true)
  })

  it('requires a code at sign-in, without revealing whether the password or the code is wrong', async () => {
    const { api, email } = await signUp(door)
    const plain = await signUp(door)
    const { secret, recoveryCodes } = await addFactor(api)
    const otp = codeOf(secret, 30)
    const answers = [
      await signIn(email),
      await signIn(email, { otp: '' }),
      await signIn(email, { otp: '000000' }),
      await signIn(email, { otp: '１２３４５６' }),
      await signIn(email, { otp, password: 'a wrong password' }),
      await signIn(email, { otp: must(recoveryCodes[0]), password: 'a wrong password' }),
      await signIn(plain.email, { password: 'a wrong password' }),
      await signIn('nobody@shop.test', { otp }),
    ]
    for (const { status, headers, body } of answers) {
      expect([status, body]).toEqual([answers[0]?.status, answers[0]?.body])
      expect([...headers.keys()]).toEqual([...must(answers[0]).headers.keys()])
    }
    expect(answers[0]).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const signedIn = await signIn(email, { otp: ` ${otp.slice(0, 3)} ${otp.slice(3)}` })
    expect(signedIn.status).toBe(200)
    const claims = JSON.parse(Buffer.from(signedIn.body.access_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ amr: ['pwd', 'otp'], auth_time: expect.any(Number) })
    // A user without a second factor can type anything into the code field.
    expect((await signIn(plain.email, { otp: '123456' })).status).toBe(200)
  })

  it('requires no code to renew a session, which keeps its authentication method and time', async () => {
    const { api, email } = await signUp(door)
    const { secret } = await addFactor(api)
    const { body } = await signIn(email, { otp: codeOf(secret, 30) })
    const renewed = await signIn(email, { grant_type: 'refresh_token', refresh_token: body.refresh_token })
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(must(token.split('.')[1]), 'base64url').toString())
    const [first, second] = [claimsOf(body.access_token), claimsOf(renewed.body.access_token)]
    expect([second.amr, second.auth_time]).toEqual([first.amr, first.auth_time])
  })

  it('accepts a code only once, even with concurrent requests, and no earlier code', async () => {
    const { api, email } = await signUp(door)
    const { secret } = await addFactor(api)
    // The code that confirmed the setup is also used up.
    expect((await signIn(email, { otp: codeOf(secret) })).status).toBe(400)
    const otp = codeOf(secret, 30)
    const both = await Promise.all([1, 2, 3].map(() => signIn(email, { otp })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await signIn(email, { otp })).status).toBe(400)
    expect((await later(60, () => signIn(email, { otp: codeOf(secret) }))).status).toBe(200)
    expect((await later(30, () => signIn(email, { otp: codeOf(secret) }))).status).toBe(400)
  })

  it('accepts codes that are 30 seconds early or late, but not 60', async () => {
    const { api, email } = await signUp(door)
    const { secret } = await addFactor(api)
    for (const [ahead, wanted] of [
      [-90, 400],
      [-60, 400],
      [60, 400],
      [90, 400],
      [-30, 200],
      [30, 200],
    ] as const)
      expect([
        ahead,
        (await later(300 + ahead, () => signIn(email, { otp: codeOf(secret, ahead) }))).status,
      ]).toEqual([ahead, wanted])
  })

  it('remembers a clock difference of 90 seconds found during setup', async () => {
    for (const off of [-90, 90]) {
      const { api, email } = await signUp(door)
      const { secret } = (await api.post(`${FACTOR}/enroll`)).body
      expect(
        (await api.post(`${FACTOR}/verify`, { code: codeOf(secret, off + 60 * Math.sign(off)) })).status,
      ).toBe(400)
      expect((await api.post(`${FACTOR}/verify`, { code: codeOf(secret, off) })).status).toBe(200)
      expect((await later(60, () => signIn(email, { otp: codeOf(secret, off) }))).status).toBe(200)
      // The clock can also have been corrected since.
      expect((await later(300, () => signIn(email, { otp: codeOf(secret) }))).status).toBe(200)
      expect((await later(600, () => signIn(email, { otp: codeOf(secret, off) }))).status).toBe(400)
    }
  })

  it('accepts each recovery code once in any spelling, and replaces all of them with new ones', async () => {
    const { api, email } = await signUp(door)
    const { secret, recoveryCodes } = await addFactor(api)
    const [first = '', second = '', third = ''] = recoveryCodes
    const twice = await Promise.all([1, 2].map(() => signIn(email, { otp: first })))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await signIn(email, { otp: second.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
    expect((await status(api)).recoveryCodesLeft).toBe(8)
    const renewed = await api.post(`${FACTOR}/recovery-codes`, { code: codeOf(secret, 30) })
    expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([200, 10])
    expect((await signIn(email, { otp: third })).status).toBe(400)
    expect((await signIn(email, { otp: renewed.body.recoveryCodes[0] })).status).toBe(200)
    expect((await api.post(`${FACTOR}/recovery-codes`, { code: third })).body.code).toBe('wrong_code')
    // Codes of another account are not accepted.
    const other = await signUp(door)
    await addFactor(other.api)
    expect((await signIn(other.email, { otp: renewed.body.recoveryCodes[1] })).status).toBe(400)
  })

  it('removes a second factor with the password and a code', async () => {
    const { api, email } = await signUp(door)
    const end = (password: string, code: string) => api.post(`${FACTOR}/disable`, { password, code })
    expect((await end(OWNER_PASSWORD, '000000')).body.code).toBe('second_factor_off')
    const { secret } = await addFactor(api)
    const code = codeOf(secret, 30)
    expect((await end('a wrong password', code)).body).toMatchObject({
      code: 'wrong_password',
      errors: [{ pointer: '#/password' }],
    })
    expect((await end(OWNER_PASSWORD, '000000')).body).toMatchObject({
      code: 'wrong_code',
      errors: [{ pointer: '#/code' }],
    })
    expect((await status(api)).isEnabled).toBe(true)
    expect((await end(OWNER_PASSWORD, code)).status).toBe(204)
    expect(await status(api)).toMatchObject({ isEnabled: false, recoveryCodesLeft: 0 })
    expect((await signIn(email)).status).toBe(200)
  })

  it('limits guesses of the code without locking out the owner', async () => {
    const { api, email } = await signUp(door)
    const home = '203.0.113.77'
    expect((await signIn(email, {}, home)).status).toBe(200)
    const { secret, recoveryCodes } = await addFactor(api)
    const otp = (index: number) => String(index).padStart(6, '0')
    const elsewhere = await Promise.all(
      Array.from({ length: 80 }, (_, i) => signIn(email, { otp: otp(i) }, `10.8.0.${i}`)),
    )
    expect(elsewhere.filter(({ status }) => status === 429)).toHaveLength(20)
    // The correct password and code are refused at the other address, but accepted at the usual one.
    expect((await signIn(email, { otp: must(recoveryCodes[0]) }, '10.8.1.1')).status).toBe(429)
    expect((await signIn(email, { otp: codeOf(secret, 30) }, home)).status).toBe(200)
    const inside = await Promise.all(
      Array.from({ length: 40 }, (_, i) => api.post(`${FACTOR}/verify`, { code: otp(i) })),
    )
    expect(inside.map(({ status }) => status)).toContain(429)
  })

  it('accepts recovery codes when the key that encrypts the secret is lost', async () => {
    const { api, email } = await signUp(door)
    const { secret, recoveryCodes } = await addFactor(api)
    await using owner = await door.database.connect()
    await owner.query(
      `UPDATE second_factors SET sealed_secret = 'v1.gone.a.b.c'
      WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
      [email],
    )
    expect((await signIn(email, { otp: codeOf(secret, 30) })).status).toBe(400)
    expect((await signIn(email, { otp: must(recoveryCodes[0]) })).status).toBe(200)
  })

  it('refuses a malformed code, and any code before the setup', async () => {
    const { api } = await signUp(door)
    for (const code of ['', '12345', 'x'.repeat(41), 123456, null])
      expect(await api.post(`${FACTOR}/verify`, { code })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '#/code' }] },
      })
    expect((await api.post(`${FACTOR}/verify`, { code: '123456' })).body.code).toBe('second_factor_off')
  })

  describe('a second factor required for a role', () => {
    const SETTINGS = '/api/organization/settings'
    const ask = async (api: ApiClient, names: string[]) => {
      const settings = (await api.get(SETTINGS)).body
      const roles = (await api.get('/api/organization/employee-roles?pageSize=100')).body.items
      const secondFactorRoleIds = roles.flatMap(({ id, name }: { id: string; name: string }) =>
        names.includes(name) ? [id] : [],
      )
      expect(secondFactorRoleIds).toHaveLength(names.length)
      return api.put(SETTINGS, { ...settings, secondFactorRoleIds })
    }

    it('restricts users who lack a required second factor to its setup, and keeps the factor while it is required', async () => {
      const [shop, other] = [await signUp(door), await signUp(door)]
      const [manager, cashier, stranger] = [
        await hire(door, shop, 'Manager'),
        await hire(door, shop, 'Cashier'),
        await hire(door, other, 'Manager'),
      ]
      const look = async (api: ApiClient) => {
        const { status, body } = await api.get('/api/catalog/products')
        return body.code ?? status
      }
      expect((await ask(shop.api, ['Manager'])).status).toBe(200)
      expect([await look(manager), await look(stranger), await look(shop.api)]).toEqual([
        'second_factor_needed',
        200,
        200,
      ])
      expect((await status(manager)).isRequired).toBe(true)
      expect((await status(cashier)).isRequired).toBe(false)
      for (const [method, path] of [
        ['GET', '/api/me/sessions'],
        ['POST', '/api/catalog/products'],
      ] as const)
        expect((await manager.send(method, path, method === 'GET' ? undefined : {})).status, path).toBe(403)
      const { secret } = await addFactor(manager)
      expect(await look(manager)).toBe(200)
      const leave = { password: OWNER_PASSWORD, code: codeOf(secret, 30) }
      expect((await manager.post(`${FACTOR}/disable`, leave)).body.code).toBe('second_factor_stays')
      await ask(shop.api, [])
      expect((await manager.post(`${FACTOR}/disable`, leave)).status).toBe(204)
      expect(await look(manager)).toBe(200)
    })

    it('accepts only roles of the same organization', async () => {
      const [shop, other] = [await signUp(door), await signUp(door)]
      const { id } = (await other.api.get('/api/organization/employee-roles')).body.items[0]
      const settings = (await shop.api.get(SETTINGS)).body
      expect(await shop.api.put(SETTINGS, { ...settings, secondFactorRoleIds: [id] })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '#/secondFactorRoleIds/0' }] },
      })
    })
  })

  describe('step-up', () => {
    const prove = (api: ApiClient, body: object) => api.post('/api/me/step-up', body)

    it('requires a proof of identity within the last ten minutes, also after a renewal', async () => {
      const { email } = await signUp(door)
      const { body } = await signIn(email)
      const api = new ApiClient(door, body.access_token)
      const begin = (caller: ApiClient) => caller.post(`${FACTOR}/enroll`)
      expect((await later(590, () => begin(api))).status).toBe(200)
      const refused = await later(605, () => begin(api))
      expect(refused).toMatchObject({ status: 401, body: { code: 'step_up_needed', maxAge: 600 } })
      expect(refused.headers.get('WWW-Authenticate')).toBe(
        'Bearer realm="counterfoil", error="insufficient_user_authentication", max_age="600"',
      )
      expect((await later(605, () => prove(api, {}))).body.errors).toMatchObject([{ pointer: '#/password' }])
      expect((await later(605, () => prove(api, { password: 'a wrong one' }))).body.code).toBe(
        'wrong_password',
      )
      const renew = (token: string) => signIn(email, { grant_type: 'refresh_token', refresh_token: token })
      // Renewing a token is not a proof.
      const renewed = (await later(605, () => renew(body.refresh_token))).body
      expect((await later(610, () => begin(new ApiClient(door, renewed.access_token)))).status).toBe(401)
      const fresh = await later(610, () => prove(api, { password: OWNER_PASSWORD }))
      expect(fresh.status).toBe(200)
      expect((await later(1200, () => begin(new ApiClient(door, fresh.body.access_token)))).status).toBe(200)
      const again = (await later(1200, () => renew(renewed.refresh_token))).body
      expect((await later(1200, () => begin(new ApiClient(door, again.access_token)))).status).toBe(200)
      expect((await later(1215, () => begin(new ApiClient(door, again.access_token)))).status).toBe(401)
    })

    it('requires an unused code from a user with a second factor instead of the password alone', async () => {
      const { api } = await signUp(door)
      const { secret } = await addFactor(api)
      expect((await prove(api, { password: OWNER_PASSWORD })).body.errors).toMatchObject([
        { pointer: '#/code' },
      ])
      const code = codeOf(secret, 30)
      const both = await Promise.all([1, 2].map(() => prove(api, { code })))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    it('requires a step-up to export an organization and to delete its data', async () => {
      const { api } = await signUp(door)
      const CLEANUP = '/api/admin/cleanup'
      const late = await later(605, () =>
        Promise.all([
          api.post('/api/org/export'),
          api.post(`/api/org/export/${newId()}/link`),
          api.delete(`${CLEANUP}/all`),
          api.post(`${CLEANUP}/all/async`, {}),
          api.delete(`${CLEANUP}/counterparties`),
          api.delete('/api/admin/seed-demo'),
        ]),
      )
      expect(late.map(({ body }) => body.code)).toEqual(late.map(() => 'step_up_needed'))
    })

    it('requires a step-up to delete an organization and to change its owner', async () => {
      const shop = await signUp(door)
      const admin = await superAdmin(door, shop)
      const path = `/api/super-admin/organizations/${shop.organizationId}`
      const owner = { employeeId: shop.employeeId, reason: 'They asked for it', version: 1 }
      const late = await later(605, () =>
        Promise.all([admin.delete(path), admin.post(`${path}/change-owner`, owner)]),
      )
      expect(late.map(({ body }) => body.code)).toEqual(['step_up_needed', 'step_up_needed'])
      expect((await admin.get(path)).status).toBe(200)
    })

    it('accepts a step-up of a SuperAdmin', async () => {
      const { api, secret } = await superAdminWithFactor(door, await signUp(door))
      const { body } = await prove(api, { code: codeOf(secret, 30) })
      expect(
        (await new ApiClient(door, body.access_token).get('/api/super-admin/units-of-measure')).status,
      ).toBe(200)
    })
  })

  it('requires a second factor of every SuperAdmin, who can neither work without one nor remove it', async () => {
    const { api, email, secret, recoveryCodes } = await superAdminWithFactor(door, await signUp(door))
    const leave = { password: OWNER_PASSWORD, code: recoveryCodes[0] }
    expect((await api.post(`${FACTOR}/disable`, leave)).body.code).toBe('second_factor_stays')
    expect(await status(api)).toMatchObject({ isRequired: true, isEnabled: true })
    await using owner = await door.database.connect()
    await owner.query(
      'DELETE FROM second_factors WHERE account_id = (SELECT id FROM accounts WHERE email = $1)',
      [email],
    )
    for (const path of ['/api/super-admin/settings', '/api/super-admin/organizations', '/api/me/sessions'])
      expect((await api.get(path)).body.code, path).toBe('second_factor_needed')
    expect((await addFactor(api)).secret).not.toBe(secret)
    expect((await api.get('/api/super-admin/settings')).status).toBe(200)
  })
})
