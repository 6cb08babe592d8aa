import { request } from 'node:http'
import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { openShop } from '../support/point.ts'

it('exposes the state of the agent as Prometheus metrics', async () => {
  await using shop = await openShop()
  const { till, tea, point } = shop
  await till.sell(tea.id)
  await until('it has arrived', () => shop.hub.sales.length === 1)
  await until('the outbox is empty', async () => (await till.status()).upload.waiting === 0)
  const answer = await fetch(`${point.url}/metrics`)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n')
  const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  for (const [name, expected] of [
    ['waiting', 0],
    ['oldest_waiting_age_seconds', 0],
    ['receipts', 1],
    ['products', 1],
    ['unprinted', 1],
    ['uploads_total{result="accepted"}', 1],
    ['replica_damages_total', 0],
    ['commit_seconds_count', 1],
  ] as const) {
    expect([name, value(`counterfoil_agent_${name}`)]).toEqual([name, expected])
  }
  for (const name of [
    'last_contact_age_seconds',
    'replica_age_seconds',
    'event_loop_delay_seconds',
    'download_bytes_total',
    'download_lines_total',
    'disk_free_bytes',
    'journal_bytes',
    'replica_bytes',
  ]) {
    expect([name, value(`counterfoil_agent_${name}`) >= 0]).toEqual([name, true])
  }
  expect(Math.abs(value('counterfoil_agent_clock_offset_seconds'))).toBeLessThan(5)
})

it('refuses metrics requests for a foreign host name', async () => {
  await using shop = await openShop()
  const status = await new Promise((resolve, reject) => {
    const { port } = new URL(shop.point.url)
    request({ port, path: '/metrics', headers: { Host: 'evil.example' } }, (answer) =>
      resolve(answer.statusCode),
    )
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})
