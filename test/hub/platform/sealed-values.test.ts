import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { runCommand } from '#test/support/command.ts'
import { ApiClient, signUp, startTestHub } from '#test/support/hub.ts'

const OLD = 'a-sealing-key-of-last-year-long-enough'
const NEW = 'a-sealing-key-of-this-year-long-enough'

it('decrypts values with a new key alone after they are sealed again', async () => {
  await using door = await startTestHub({ sealingKeys: [OLD] })
  const { api } = await signUp(door)
  const restart = async (sealingKeys: string[]) => {
    await door.hub.stop()
    door.hub = await startHub({ ...door.config, sealingKeys }, pino({ level: 'silent' }))
  }
  const kids = async () => {
    const { body } = await new ApiClient(door).get('/.well-known/jwks.json')
    return body.keys.map((key: { kid: string }) => key.kid)
  }
  const before = await kids()
  const env = {
    DATABASE_URL: door.database.hubUrl,
    DATA_DIR: door.config.dataDir,
    HUB_SECRET: 'x'.repeat(40),
  }

  const blind = await runCommand('reseal', { ...env, HUB_SEALING_KEYS: NEW })
  expect([blind.code, blind.output]).toEqual([1, expect.stringContaining('No key opens signing_keys')])
  const done = await runCommand('reseal', { ...env, HUB_SEALING_KEYS: `${NEW}, ${OLD}` })
  expect(done).toEqual({ code: 0, output: '1 values were sealed with the present key\n', errors: '' })
  const again = await runCommand('reseal', { ...env, HUB_SEALING_KEYS: NEW })
  expect(again.output).toBe('0 values were sealed with the present key\n')

  await restart([NEW])
  expect(await kids()).toEqual(before)
  expect((await api.get('/api/catalog/stores')).status).toBe(200)
  const short = await runCommand('reseal', { ...env, HUB_SEALING_KEYS: `${NEW},short` })
  expect([short.code, short.errors]).toEqual([2, expect.stringContaining('HUB_SEALING_KEYS')])
})
