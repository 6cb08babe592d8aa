import { describe, expect, it } from 'vitest'
import { hubAddress } from './hub-address.ts'

describe('hubAddress', () => {
  it.each([
    ['shop.example.com', 'https://shop.example.com'],
    [' https://shop.example.com/ ', 'https://shop.example.com'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://192.168.0.5:8080', 'http://192.168.0.5:8080'],
    ['', ''],
  ])('completes %j to %j', (typed, address) => {
    expect(hubAddress(typed)).toBe(address)
  })
})
