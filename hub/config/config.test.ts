import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  ['nowhere in production', {}, undefined],
  ['where it serves by itself in development', { MAIL_DIR: '/mails' }, 'http://127.0.0.1:8474'],
  ['where the hub is told', { FISCAL_EMULATOR_URL: 'http://127.0.0.1:9000/' }, 'http://127.0.0.1:9000'],
  [
    'where the hub is told, in development too',
    { MAIL_DIR: '/mails', FISCAL_EMULATOR_URL: 'http://127.0.0.1:9000' },
    'http://127.0.0.1:9000',
  ],
])('expects the fiscal emulator %s', (_, env, url) => {
  expect(readConfig(env).fiscalEmulatorUrl).toBe(url)
})
