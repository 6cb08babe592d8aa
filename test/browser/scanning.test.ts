import type { CDPSession } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { type ScannerHabits, strokesOf } from '#test/support/keystrokes.ts'
import { Random } from '#test/support/random.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const CDP_SHIFT = 8
const CDP_CONTROL = 2

const struckAtMs = new WeakMap<TillPage, number>()

/**
 * Sends key events without pauses, but with the timestamps of separate key presses. `afterMs` is the time
 * since the last key of the previous scan, in ms.
 */
async function scan(till: TillPage, code: string, habits: ScannerHabits, afterMs = 400): Promise<void> {
  const session: CDPSession = await till.page.context().newCDPSession(till.page)
  const draw = new Random(code)
  const strokes = strokesOf(code, habits, () => draw.real())
  const lastMs = struckAtMs.get(till)
  const startMs = lastMs === undefined ? Date.now() : lastMs + afterMs
  struckAtMs.set(till, startMs + (strokes.at(-1)?.atMs ?? 0))
  for (const { code: key, key: text, isShift, isControl, atMs } of strokes) {
    const struck = {
      code: key,
      key: text,
      modifiers: (isShift ? CDP_SHIFT : 0) + (isControl ? CDP_CONTROL : 0),
      timestamp: (startMs + atMs) / 1000,
    }
    const typed = key === 'Enter' ? '\r' : text.length === 1 && !isControl ? text : undefined
    await session.send('Input.dispatchKeyEvent', {
      ...struck,
      type: typed === undefined ? 'rawKeyDown' : 'keyDown',
      ...(typed !== undefined && { text: typed }),
    })
    await session.send('Input.dispatchKeyEvent', { ...struck, type: 'keyUp' })
  }
  await session.detach()
}

const slow = (gapMs: number, more: Partial<ScannerHabits> = {}): ScannerHabits => ({
  gapMs,
  jitterMs: Math.min(15, gapMs / 2),
  suffix: 'Enter',
  ...more,
})

/** Times between two keys, in ms. */
const GAPS = [5, 35, 50, 80, 120]
/** Last digits of the code of the tea, which are also the complete code of another product. */
const FRAGMENT = TEA.slice(6)

describe('scanners of different speeds', () => {
  const at = useTillShop(async (shop) => {
    await addTea(shop)
    await createProduct(shop.organization, { name: 'Fragment', retailPrice: 1, barcode: FRAGMENT })
  })

  it.each(GAPS)(
    'adds a scanned product with the focus nowhere, in the search, and on a pressed +, at %d ms per key',
    async (gapMs) => {
      const till = await at.openTill()
      await scan(till, TEA, slow(gapMs))
      await till.page.getByRole('button', { name: /^Change quantity, now 1/ }).waitFor()
      await till.page.getByRole('combobox', { name: 'Search products' }).click()
      await scan(till, TEA, slow(gapMs, { suffix: 'CRLF' }))
      await till.page.getByRole('button', { name: /^Change quantity, now 2/ }).waitFor()
      expect(await till.page.getByRole('combobox', { name: 'Search products' }).inputValue()).toBe('')
      await till.page.getByRole('button', { name: 'One more' }).first().click()
      await till.page.getByRole('button', { name: /^Change quantity, now 3/ }).waitFor()
      await scan(till, TEA, slow(gapMs, { suffix: 'Tab' }))
      await till.page.getByRole('button', { name: /^Change quantity, now 4/ }).waitFor()
      await till.page.keyboard.press('Enter')
      await scan(till, TEA, slow(gapMs, { pauses: [{ before: 6, ms: 700 }] }))
      await till.page.getByRole('button', { name: /^Change quantity, now 5/ }).waitFor()
      expect(await till.cartLine('Fragment').count()).toBe(0)
    },
  )

  it.each(GAPS.filter((gapMs) => gapMs > 35))(
    'prompts for a decision when a scan lands in the payment amount, at %d ms per key',
    async (gapMs) => {
      const till = await at.openTill()
      await scan(till, TEA, slow(5))
      await till.cartLine('Green tea').waitFor()
      await till.button(/^Pay/).click()
      const received = till.page.getByLabel('Cash received')
      await received.fill('')
      await received.focus()
      await scan(till, TEA, slow(gapMs))
      const question = till.page.getByRole('dialog', { name: 'This is a barcode' })
      await question.getByText('Green tea').waitFor()
      expect(await received.inputValue()).toBe('')
      await question.getByRole('button', { name: 'Add' }).click()
      await question.waitFor({ state: 'detached' })
      await till.page.keyboard.press('Escape')
      await till.page.getByRole('button', { name: /^Change quantity, now 2/ }).waitFor()
    },
  )

  it('prompts for confirmation of cash far above the price', async () => {
    const till = await at.openTill()
    await scan(till, TEA, slow(5))
    await till.cartLine('Green tea').waitFor()
    await till.button(/^Pay/).click()
    await till.page.getByLabel('Cash received').fill('4006381')
    await till.button(/^Complete sale/).click()
    const question = till.page.getByRole('dialog', { name: 'Is the amount right?' })
    await question.getByText(/4[\s,]?006[\s,]?381/).waitFor()
    await question.getByRole('button', { name: 'Correct' }).click()
    await till.page.getByLabel('Cash received').fill('20000')
    await till.button(/^Complete sale/).click()
    await till.receiptNumber()
  })

  it('reports a partly received scan and adds no product', async () => {
    const till = await at.openTill()
    await scan(till, TEA.slice(0, 6), slow(5, { suffix: 'None' }))
    await till.page.getByText(/The code was only partly read: 400638/).waitFor()
    await scan(till, FRAGMENT, slow(5), 2200)
    await till.page.getByText(new RegExp(`The code was only partly read: ${FRAGMENT}`)).waitFor()
    expect(await till.cartLine('Fragment').count()).toBe(0)
  })

  it('adds a product whose code is typed manually', async () => {
    const till = await at.openTill()
    await till.page.keyboard.type(TEA, { delay: 160 })
    await till.page.keyboard.press('Enter')
    await till.cartLine('Green tea').waitFor()
  })

  it('learns the properties of a scanner from three codes on the screen', async () => {
    const till = await at.openTill()
    await till.page.keyboard.press('F10')
    await till.page.getByText('Set up scanner').click()
    const dialog = till.page.getByRole('dialog', { name: 'Set up scanner' })
    const habits = slow(90, { prefix: '~' })
    for (const code of ['4006381333931', 'aZ-+/:]{', '010400638133393110A1\u001d21B2']) {
      for (const done of ['0 of 3', '1 of 3', '2 of 3']) {
        await dialog.getByText(done).waitFor()
        await scan(till, code, habits)
      }
    }
    await dialog.waitFor({ state: 'detached' })
    const kept = await till.page.evaluate(() => localStorage.getItem('counterfoil.scanner'))
    expect(JSON.parse(kept ?? '')).toMatchObject({
      suffix: 'Enter',
      prefix: '~',
      reads: 'code',
      hasSeparator: true,
    })
    await scan(till, TEA, habits)
    await till.cartLine('Green tea').waitFor()
  })
})
