import { expect, it } from 'vitest'
import { makeFormat } from './format.ts'

const plain = (text: string): string => text.replaceAll(/\s/g, ' ')

it('formats a date the same way with and without a time', () => {
  const write = (language: string) => {
    const format = makeFormat(language, 'KZT', 'Asia/Almaty')
    const at = '2026-10-28T20:30:00Z'
    return [format.date(at), format.day('2026-10-29'), format.dateTime(at)].map(plain)
  }
  expect(write('ru')).toEqual(['29.10.2026', '29.10.2026', '29.10.2026, 01:30'])
  expect(write('kk')).toEqual(write('ru'))
  expect(write('en')).toEqual(['29 Oct 2026', '29 Oct 2026', '29 Oct 2026, 01:30'])
})

it('formats sizes in the largest suitable unit', () => {
  const { bytes } = makeFormat('en')
  expect([0, 999, 1500, 73_460_000_000, 2e16].map(bytes).map(plain)).toEqual([
    '0 byte',
    '999 byte',
    '1.5 kB',
    '73.5 GB',
    '20,000 TB',
  ])
  expect(plain(makeFormat('ru').bytes(5_240_000))).toBe('5,2 МБ')
})

it('formats Kazakh numbers like Russian ones', () => {
  const [kazakh, russian] = [makeFormat('kk', 'KZT'), makeFormat('ru', 'KZT')]
  for (const write of ['money', 'amount', 'quantity', 'bytes', 'duration'] as const)
    expect(kazakh[write](1_234_567.5)).toBe(russian[write](1_234_567.5))
})
