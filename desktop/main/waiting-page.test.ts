import { expect, it } from 'vitest'
import { waitingPage } from './waiting-page.ts'

const html = (reason: Parameters<typeof waitingPage>[0], locale: string) =>
  decodeURIComponent(waitingPage(reason, locale))

it('speaks the language of the machine', () => {
  expect(html('agent-start', 'ru-RU')).toContain('Запуск…')
  expect(html('agent-start', 'kk-KZ')).toContain('Іске қосылуда…')
  expect(html('agent-start', 'en-GB')).toContain('Starting…')
  expect(html('agent-answer', 'de')).toContain('not responding')
})

it('carries no script and fetches nothing', () => {
  const page = html('page', 'en')
  expect(page).toMatch(/^data:text\/html;/)
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/<script|src=|href=|url\(/)
})
