import { describe, expect, it } from 'vitest'
import { amount } from '#shared/money/decimal.ts'
import { qrOf } from './qr-of.ts'
import type { ToldResult } from './receipt.ts'

const RESULT: ToldResult = {
  ...{ sign: '1273019065', docNumber: '46534', regNumber: null, serialNumber: null },
  ...{
    fnNumber: '9282440300682838',
    shiftNumber: null,
    numberInShift: null,
    time: '2020-09-24T15:37:00.000Z',
  },
  ...{ url: 'https://ofd.test/1', isOffline: false, ofdName: null, checkSite: null, taxSystem: 'General' },
}

describe('the QR code of a fiscal receipt', () => {
  it('tells in Russia what is looked up, by the clock of the cash register', () => {
    expect(qrOf(RESULT, { total: amount(349.93), operation: 'Sell' })).toBe(
      't=20200924T1837&s=349.93&fn=9282440300682838&i=46534&fp=1273019065&n=1',
    )
    expect(qrOf(RESULT, { total: amount(1000), operation: 'SellReturn' })).toMatch(/&s=1000\.00&.*&n=2$/)
  })

  it('tells the minute by the clock of Moscow, whatever day it is there', () => {
    const night = { ...RESULT, time: '2025-12-31T22:05:59.000Z' }
    expect(qrOf(night, { total: amount(1), operation: 'Sell' })).toMatch(/^t=20260101T0105&s=1\.00&/)
  })

  it('is in Kazakhstan the address that the provider tells, else what the site looks up', () => {
    const kazakh: ToldResult = {
      ...{ ...RESULT, taxSystem: null, fnNumber: null, regNumber: '010200000002' },
      ...{ checkSite: 'consumer.ofd.test', time: '2026-03-01T12:00:05.000Z' },
    }
    const sale = { total: amount(116), operation: 'Sell' as const }
    expect(qrOf(kazakh, sale)).toBe('https://ofd.test/1')
    const untold = { ...kazakh, url: null }
    const looked = 'consumer.ofd.test?i=1273019065&f=010200000002&s=116.00&t=20260301T170005'
    expect(qrOf(untold, sale)).toBe(`https://${looked}`)
    expect(qrOf({ ...untold, checkSite: 'http://consumer.ofd.test' }, sale)).toBe(`http://${looked}`)
    for (const missing of ['regNumber', 'time', 'checkSite'])
      expect(qrOf({ ...untold, [missing]: null }, sale)).toBeNull()
  })

  it('is the address of the receipt elsewhere, and where a number was not told', () => {
    for (const missing of ['fnNumber', 'docNumber', 'time'])
      expect(qrOf({ ...RESULT, [missing]: null }, { total: amount(1), operation: 'Sell' })).toBe(RESULT.url)
  })
})
