import { expect, it } from 'vitest'
import { waitingPage } from './waiting-page.ts'

const html = (reason: Parameters<typeof waitingPage>[0], locale: string) =>
  decodeURIComponent(waitingPage(reason, locale))

it('uses the language of the machine, and English for other languages', () => {
  expect(html('agent-start', 'ru-RU')).toContain('Запуск…')
  expect(html('agent-start', 'kk-KZ')).toContain('Іске қосылуда…')
  expect(html('agent-start', 'en-GB')).toContain('Starting…')
  expect(html('agent-answer', 'de')).toContain('not responding')
})

it('contains no script and loads no resources', () => {
  const page = html('page', 'en')
  expect(page).toMatch(/^data:text\/html;/)
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/<script|src=|href=|url\(/)
})
