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

  it('is the address of the receipt elsewhere, and where a number was not told', () => {
    for (const missing of ['fnNumber', 'docNumber', 'time'])
      expect(qrOf({ ...RESULT, [missing]: null }, { total: amount(1), operation: 'Sell' })).toBe(RESULT.url)
  })
})
