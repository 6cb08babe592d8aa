import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  ['none in production', {}, undefined],
  ['the default in development', { MAIL_DIR: '/mails' }, 'http://127.0.0.1:8474'],
  ['the setting in production', { FISCAL_EMULATOR_URL: 'http://127.0.0.1:9000/' }, 'http://127.0.0.1:9000'],
  [
    'the setting in development',
    { MAIL_DIR: '/mails', FISCAL_EMULATOR_URL: 'http://127.0.0.1:9000' },
    'http://127.0.0.1:9000',
  ],
])('chooses the address of the fiscal emulator: %s', (_, env, url) => {
  expect(readConfig(env).fiscalEmulatorUrl).toBe(url)
})
