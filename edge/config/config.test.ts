import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('allows a hub without TLS only in a private network or with HUB_ALLOW_PLAIN_HTTP', () => {
  const near = { HUB_URL: 'http://192.168.1.7:8080' }
  expect(readConfig(near)).toMatchObject({ hubUrl: near.HUB_URL, allowsPlainHub: false })
  const far = { HUB_URL: 'http://hub.example' }
  expect(() => readConfig(far)).toThrow('HUB_ALLOW_PLAIN_HTTP')
  expect(readConfig({ ...far, HUB_ALLOW_PLAIN_HTTP: 'true' })).toMatchObject({ allowsPlainHub: true })
  expect(readConfig({ HUB_URL: 'https://hub.example' }).hubUrl).toBe('https://hub.example')
})
