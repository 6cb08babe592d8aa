import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TillWindow, type TillWindowOptions } from '#desktop/main/till-window.ts'
import { StandInElectron, type StandInWindow } from './electron-stand-in.ts'

const TILL = 'http://127.0.0.1:8090/'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openTill(options: Partial<TillWindowOptions> = {}) {
  const { parts, windows } = new StandInElectron()
  const relaunchInSoftware = vi.fn()
  const till = new TillWindow({
    BrowserWindow: parts.BrowserWindow,
    webPreferences: {},
    tillUrl: TILL,
    kiosk: false,
    locale: 'en',
    inSoftware: false,
    relaunchInSoftware,
    log: pino({ level: 'silent' }),
    ...options,
  })
  till.open()
  const window = () => windows.at(-1) as StandInWindow
  return { till, windows, window, relaunchInSoftware }
}

function openedTill(options: Partial<TillWindowOptions> = {}) {
  const opened = openTill(options)
  opened.till.agentIs('answering')
  opened.window().webContents.emit('did-finish-load')
  return opened
}

describe('the till window', () => {
  it('shows a placeholder page until the agent responds', () => {
    const { till, window } = openTill()
    expect(window().shows).toContain('Starting…')
    till.agentIs('silent')
    expect(window().shows).toContain('not responding')
    till.agentIs('answering')
    expect(window().shows).toBe(TILL)
  })

  it('leaves a loaded till on the screen when the agent stops responding', () => {
    const { till, window } = openedTill()
    const loads = window().loaded.length
    till.agentIs('silent')
    till.agentIs('answering')
    expect(window().loaded).toHaveLength(loads)
  })

  it('reloads a crashed page after a cool-down', () => {
    const { window } = openedTill()
    window().dies()
    expect(window().shows).toContain('One moment…')
    vi.advanceTimersByTime(999)
    expect(window().shows).toContain('One moment…')
    vi.advanceTimersByTime(1)
    expect(window().shows).toBe(TILL)
  })

  it('counts repeated crashes during a cool-down once', () => {
    const { windows, window } = openedTill()
    for (let times = 0; times < 10; times++) window().dies()
    vi.advanceTimersByTime(1_000)
    expect(window().shows).toBe(TILL)
    vi.advanceTimersByTime(60_000)
    expect(windows).toHaveLength(1)
  })

  it('opens a new window after repeated crashes, then relaunches in software rendering', () => {
    const { windows, window, relaunchInSoftware } = openedTill()
    for (let deaths = 1; deaths <= 3; deaths++) dieAndRecover(window)
    expect(windows).toHaveLength(1)
    dieAndRecover(window)
    expect(windows.map((each) => each.destroyed)).toEqual([true, false])
    expect(window().shows).toBe(TILL)
    dieAndRecover(window)
    expect(windows).toHaveLength(3)
    expect(relaunchInSoftware).not.toHaveBeenCalled()
    dieAndRecover(window)
    expect(relaunchInSoftware).toHaveBeenCalledOnce()
  })

  it('never relaunches when it already uses software rendering', () => {
    const { window, windows, relaunchInSoftware } = openedTill({ inSoftware: true })
    for (let deaths = 1; deaths <= 12; deaths++) dieAndRecover(window)
    expect(relaunchInSoftware).not.toHaveBeenCalled()
    expect(windows).toHaveLength(10)
    expect(window().shows).toBe(TILL)
  })

  it('resets the crash count after a stable minute', () => {
    const { windows, window } = openedTill()
    for (let deaths = 1; deaths <= 12; deaths++) {
      dieAndRecover(window)
      window().webContents.emit('did-finish-load')
      vi.advanceTimersByTime(60_000)
    }
    expect(windows).toHaveLength(1)
  })

  it('restores a placeholder page that crashed while waiting for the agent', () => {
    const { window } = openTill()
    window().dies()
    expect(window().shows).toContain('One moment…')
    vi.advanceTimersByTime(1_000)
    expect(window().shows).toContain('Starting…')
  })

  it('kills a page that stays unresponsive for ten seconds', () => {
    const { window } = openedTill()
    window().emit('unresponsive')
    vi.advanceTimersByTime(5_000)
    window().emit('responsive')
    vi.advanceTimersByTime(60_000)
    expect(window().webContents.crashed).toBe(0)
    window().emit('unresponsive')
    vi.advanceTimersByTime(10_000)
    expect(window().webContents.crashed).toBe(1)
  })

  it('reloads a page that failed to load after a cool-down', () => {
    const { window } = openedTill()
    window().webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', TILL, true)
    expect(window().shows).toContain('One moment…')
    vi.advanceTimersByTime(1_000)
    expect(window().shows).toBe(TILL)
  })

  it('waits for an unresponsive agent without opening a new window', () => {
    const { till, windows, window } = openedTill()
    till.agentIs('silent')
    window().webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', TILL, true)
    expect(window().shows).toContain('not responding')
    vi.advanceTimersByTime(3_600_000)
    till.agentIs('answering')
    expect(window().shows).toBe(TILL)
    expect(windows).toHaveLength(1)
  })

  it.each([
    ['an aborted load', -3, true],
    ['a failed load of an inner frame', -102, false],
  ])('does not react to %s', (_what, code, isMainFrame) => {
    const { window } = openedTill()
    window().webContents.emit('did-fail-load', {}, code, 'failed', TILL, isMainFrame)
    expect(window().shows).toBe(TILL)
  })

  it('does nothing after the window is closed', () => {
    const { windows, window, till } = openedTill()
    window().dies()
    const loads = window().loaded.length
    window().destroy()
    vi.advanceTimersByTime(60_000)
    till.agentIs('silent')
    expect(window().loaded).toHaveLength(loads)
    expect(windows).toHaveLength(1)
  })

  it('closes a kiosk window only when the program quits', () => {
    const { till, window } = openedTill({ kiosk: true })
    expect(window().options.kiosk).toBe(true)
    const prevented = vi.fn()
    window().emit('close', { preventDefault: prevented })
    expect(prevented).toHaveBeenCalledOnce()
    till.release()
    window().emit('close', { preventDefault: prevented })
    expect(prevented).toHaveBeenCalledOnce()
  })
})

/** Simulates a crash right after the page loads, and waits for the recovery. */
function dieAndRecover(window: () => StandInWindow): void {
  window().dies()
  vi.advanceTimersByTime(30_000)
}
