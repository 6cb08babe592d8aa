import { describe, it } from 'vitest'
import { addTea, TEA, useTillShop } from './till-shop.ts'

/** Delay in ms, longer than the pause of a user between two keys. */
const LATE_MS = 130

describe('a scan on a busy computer', () => {
  const { openTill } = useTillShop(addTea)

  it('treats keys that arrive late as one scan, based on their timestamps', async () => {
    const till = await openTill()
    const session = await till.page.context().newCDPSession(till.page)
    let struckAtMs = Date.now()
    for (const [index, digit] of [...TEA].entries()) {
      struckAtMs += 1
      const key = { code: `Digit${digit}`, key: digit, timestamp: struckAtMs / 1000 }
      await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', text: digit })
      await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
      // The page blocks for this long in the middle of the code.
      if (index === 2) await till.page.waitForTimeout(LATE_MS)
    }
    struckAtMs += 1
    const enter = { code: 'Enter', key: 'Enter', timestamp: struckAtMs / 1000 }
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyDown', text: '\r' })
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyUp' })
    await till.cartLine('Green tea').waitFor()
  })
})
