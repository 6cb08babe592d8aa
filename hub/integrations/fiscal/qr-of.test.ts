import { describe, expect, it } from 'vitest'
import { amount } from '#shared/money/decimal.ts'
import { qrOf } from './qr-of.ts'
import type { ReportedResult } from './receipt.ts'

const RESULT: ReportedResult = {
  sign: '1273019065',
  docNumber: '46534',
  regNumber: null,
  serialNumber: null,
  fnNumber: '9282440300682838',
  shiftNumber: null,
  numberInShift: null,
  time: '2020-09-24T15:37:00.000Z',
  url: 'https://ofd.test/1',
  isOffline: false,
  ofdName: null,
  checkSite: null,
  taxSystem: 'General',
}

describe('qrOf', () => {
  it('contains the Russian look-up data with the local time of the cash register', () => {
    expect(qrOf(RESULT, { total: amount(349.93), operation: 'Sell' })).toBe(
      't=20200924T1837&s=349.93&fn=9282440300682838&i=46534&fp=1273019065&n=1',
    )
    expect(qrOf(RESULT, { total: amount(1000), operation: 'SellReturn' })).toMatch(/&s=1000\.00&.*&n=2$/)
  })

  it('uses Moscow time even when it is already the next day there', () => {
    const night = { ...RESULT, time: '2025-12-31T22:05:59.000Z' }
    expect(qrOf(night, { total: amount(1), operation: 'Sell' })).toMatch(/^t=20260101T0105&s=1\.00&/)
  })

  it('contains in Kazakhstan the address sent by the provider, or else a look-up address', () => {
    const kazakh: ReportedResult = {
      ...RESULT,
      taxSystem: null,
      fnNumber: null,
      regNumber: '010200000002',
      checkSite: 'consumer.ofd.test',
      time: '2026-03-01T12:00:05.000Z',
    }
    const sale = { total: amount(116), operation: 'Sell' as const }
    expect(qrOf(kazakh, sale)).toBe('https://ofd.test/1')
    const withoutUrl = { ...kazakh, url: null }
    const looked = 'consumer.ofd.test?i=1273019065&f=010200000002&s=116.00&t=20260301T170005'
    expect(qrOf(withoutUrl, sale)).toBe(`https://${looked}`)
    expect(qrOf({ ...withoutUrl, checkSite: 'http://consumer.ofd.test' }, sale)).toBe(`http://${looked}`)
    for (const missing of ['regNumber', 'time', 'checkSite'])
      expect(qrOf({ ...withoutUrl, [missing]: null }, sale)).toBeNull()
  })

  it('contains the address of the receipt when part of the look-up data is missing', () => {
    for (const missing of ['fnNumber', 'docNumber', 'time'])
      expect(qrOf({ ...RESULT, [missing]: null }, { total: amount(1), operation: 'Sell' })).toBe(RESULT.url)
  })
})
