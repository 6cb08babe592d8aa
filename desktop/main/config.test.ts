import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('desktop shell configuration', () => {
  it('starts an agent on a loopback address by default', () => {
    expect(readConfig({}, null, '/home/till/agent')).toEqual({
      agentUrl: 'http://127.0.0.1:8090',
      startsAgent: true,
      agentEnv: { EDGE_HOST: '127.0.0.1', EDGE_PORT: '8090', DATA_DIR: '/home/till/agent' },
      kiosk: false,
    })
  })

  it('gives the environment precedence over the settings file, except for empty variables', () => {
    const file = JSON.stringify({
      EDGE_PORT: 9001,
      KIOSK: true,
      AGENT: 'service',
      HUB_URL: 'https://hub.example',
    })
    const config = readConfig({ EDGE_PORT: '9002', HUB_URL: '' }, file, '/data')
    expect(config).toMatchObject({ agentUrl: 'http://127.0.0.1:9002', kiosk: true, startsAgent: false })
    expect(config.agentEnv).toMatchObject({ EDGE_PORT: '9002', HUB_URL: 'https://hub.example' })
  })

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:8090'],
    ['::', 'http://[::1]:8090'],
    ['192.168.1.10', 'http://192.168.1.10:8090'],
  ])('connects to an agent that listens on %s', (EDGE_HOST, agentUrl) => {
    expect(readConfig({ EDGE_HOST }, null, '/data').agentUrl).toBe(agentUrl)
  })

  it.each([
    { EDGE_TLS_CERT: '/tls/agent.pem', EDGE_TLS_KEY: '/tls/agent.key' },
    { EDGE_TLS_SELF_MADE: 'true', EDGE_ALLOWED_HOSTS: 'till.shop.local', EDGE_TLS_PORT: '9443' },
  ])('connects over loopback to an agent that serves other tills with TLS: %j', (tls) => {
    const config = readConfig({ EDGE_HOST: '192.168.1.10', ...tls }, null, '/data')
    expect(config.agentUrl).toBe('http://127.0.0.1:8090')
    expect(config.agentEnv).toMatchObject({ EDGE_HOST: '192.168.1.10', ...tls })
  })

  it('names all invalid settings in one error', () => {
    const wrong = { EDGE_PORT: '0', HUB_URL: 'file:///etc', AGENT: 'maybe', KIOSK: 'perhaps' }
    expect(() => readConfig(wrong, null, '/data')).toThrow(/EDGE_PORT.*HUB_URL.*AGENT.*KIOSK/)
  })

  it.each(['{', '[]', '3', 'null'])('refuses a settings file that is %s', (text) => {
    expect(() => readConfig({}, text, '/data')).toThrow('settings.json is not a JSON object')
  })

  it('refuses an invalid EDGE_HOST', () => {
    expect(() => readConfig({ EDGE_HOST: 'a b' }, null, '/data')).toThrow(/EDGE_HOST/)
  })
})
