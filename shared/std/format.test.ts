import { expect, it } from 'vitest'
import { makeFormat } from './format.ts'

const plain = (text: string): string => text.replaceAll(/\s/g, ' ')

it('writes a time of a day without the word for "year", which Russian and Kazakh add', () => {
  const write = (language: string) =>
    plain(makeFormat(language, 'KZT', 'Asia/Almaty').dateTime('2026-10-28T20:30:00Z'))
  expect(write('ru')).toBe('29 окт. 2026, 01:30')
  expect(write('kk')).toBe('29 қаз. 2026, 01:30')
  expect(write('en')).toBe('Oct 29, 2026, 01:30')
})

it('writes sizes in the largest unit that they fill', () => {
  const { bytes } = makeFormat('en')
  expect([0, 999, 1500, 73_460_000_000, 2e16].map(bytes).map(plain)).toEqual([
    ...['0 byte', '999 byte', '1.5 kB', '73.5 GB', '20,000 TB'],
  ])
  expect(plain(makeFormat('ru').bytes(5_240_000))).toBe('5,2 МБ')
})

it('writes Kazakh figures as in Russian', () => {
  const [kazakh, russian] = [makeFormat('kk', 'KZT'), makeFormat('ru', 'KZT')]
  for (const write of ['money', 'amount', 'quantity', 'bytes', 'duration'] as const)
    expect(kazakh[write](1_234_567.5)).toBe(russian[write](1_234_567.5))
})
