import { expect, it } from 'vitest'
import { addFactor } from '#test/support/authenticator.ts'
import { runCommand } from '#test/support/command.ts'
import { ApiClient, signUp, startTestHub } from '#test/support/hub.ts'

const PASSWORD = 'seven green bottles'

it('creates the first SuperAdmin by a single-use link of the admin command, and restores access after a lost password', async () => {
  await using door = await startTestHub()
  const env = { DATABASE_URL: door.database.hubUrl, DATA_DIR: door.config.dataDir }
  const invite = (email: string) => runCommand('admin', env, ['--email', email])
  const client = new ApiClient(door)
  const signIn = (password: string, otp = '') =>
    client.token({ grant_type: 'password', username: 'boss@hub.test', password, otp })

  const { code, output } = await invite('Boss@hub.test')
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^http:\/\/127.0.0.1:8080\/reset-password#token=[\w-]{43}\n$/),
  ])
  const token = output.trim().split('=')[1]
  const redeem = (newPassword: string) => client.post('/api/auth/reset-password', { token, newPassword })
  const answers = await Promise.all([redeem(PASSWORD), redeem(PASSWORD)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  const { body } = await signIn(PASSWORD)
  const admin = new ApiClient(door, body.access_token)
  expect((await admin.get('/api/super-admin/setup-status')).body.code).toBe('second_factor_needed')
  const { recoveryCodes } = await addFactor(admin)
  expect((await admin.get('/api/super-admin/setup-status')).body.items[0]).toMatchObject({ isDone: true })

  const again = (await invite('boss@hub.test')).output.trim().split('=')[1]
  expect(
    (await client.post('/api/auth/reset-password', { token: again, newPassword: 'eight brown bottles' }))
      .status,
  ).toBe(204)
  expect((await signIn(PASSWORD)).status).toBe(400)
  expect((await signIn('eight brown bottles')).status).toBe(400)
  expect((await signIn('eight brown bottles', recoveryCodes[0])).status).toBe(200)
  // The second factor is lost as well.
  const bare = await runCommand('admin', env, ['--email', 'boss@hub.test', '--without-second-factor'])
  expect(bare.code).toBe(0)
  expect((await signIn('eight brown bottles')).status).toBe(200)

  const { email } = await signUp(door)
  const refused = await invite(email)
  expect([refused.code, refused.output, refused.errors]).toEqual([
    2,
    '',
    expect.stringContaining('is not a SuperAdmin'),
  ])
  expect((await invite('nobody')).code).toBe(2)
})
