import type { BrowserWindow, BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import type { Logger } from 'pino'
import type { AgentState } from './agent.ts'
import { recoveryStep, STABLE_MS } from './recovery.ts'
import { type WaitingFor, waitingPage } from './waiting-page.ts'

export interface TillWindowOptions {
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  webPreferences: WebPreferences
  tillUrl: string
  kiosk: boolean
  locale: string
  /** True when the program already runs without the graphics card. */
  inSoftware: boolean
  relaunchInSoftware: () => void
  log: Logger
}

/** Chromium's net::ERR_ABORTED: a load was replaced by another one, which is not a failure. */
const LOAD_ABORTED = -3

/** Time that a page may stay unresponsive before it counts as hung. */
const UNRESPONSIVE_GRACE_MS = 10_000

/**
 * The main window. It shows the till while the agent responds, and a waiting page otherwise. A till page that
 * crashes is reloaded.
 */
export class TillWindow {
  readonly #options: TillWindowOptions
  #window: BrowserWindow | null = null
  #agent: AgentState = 'starting'
  /** Reason of the waiting page, or null while the till itself is on screen. */
  #waitingFor: WaitingFor | null = null
  #mayClose = false
  #failures = 0
  #recovering: NodeJS.Timeout | undefined
  #stable: NodeJS.Timeout | undefined
  #hung: NodeJS.Timeout | undefined

  constructor(options: TillWindowOptions) {
    this.#options = options
  }

  open(): void {
    this.#window = this.#create()
    this.#show()
  }

  focus(): void {
    if (this.#window?.isMinimized()) this.#window.restore()
    this.#window?.focus()
  }

  /**
   * Applies a new state of the agent. The till stays on screen when the agent stops responding: the page
   * detects that itself and keeps the cart.
   */
  agentIs(state: AgentState): void {
    this.#agent = state
    if (this.#waitingFor !== null && this.#recovering === undefined) this.#show()
  }

  /** Allows even a kiosk window to close, because the program is quitting. */
  release(): void {
    this.#mayClose = true
  }

  #create(): BrowserWindow {
    const { BrowserWindow, kiosk, webPreferences } = this.#options
    const window = new BrowserWindow({
      width: 1280,
      height: 800,
      title: 'Counterfoil',
      backgroundColor: '#f8f9fa',
      autoHideMenuBar: true,
      kiosk,
      webPreferences,
    })
    this.#bringBackWhenDead(window)
    window.on('close', (event) => {
      if (kiosk && !this.#mayClose) event.preventDefault()
    })
    window.on('closed', () => {
      if (this.#window === window) this.#forget()
    })
    return window
  }

  #bringBackWhenDead(window: BrowserWindow): void {
    const { webContents } = window
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason !== 'clean-exit') this.#fail({ reason, exitCode })
    })
    webContents.on('did-fail-load', (_event, code, reason, _url, isMainFrame) => {
      if (!isMainFrame || code === LOAD_ABORTED || this.#waitingFor !== null) return
      if (this.#agent === 'answering') this.#fail({ reason })
      else this.#show()
    })
    webContents.on('did-finish-load', () => {
      clearTimeout(this.#stable)
      if (this.#waitingFor === null) this.#stable = setTimeout(() => (this.#failures = 0), STABLE_MS)
    })
    window.on('unresponsive', () => {
      this.#hung ??= setTimeout(() => webContents.forcefullyCrashRenderer(), UNRESPONSIVE_GRACE_MS)
    })
    window.on('responsive', () => this.#clearHung())
  }

  #fail(cause: object): void {
    if (this.#recovering !== undefined) return
    clearTimeout(this.#stable)
    this.#clearHung()
    const step = recoveryStep(++this.#failures, this.#options.inSoftware)
    this.#options.log.error({ ...cause, ...step, failures: this.#failures }, 'the till page failed')
    this.#wait('page')
    this.#recovering = setTimeout(() => {
      this.#recovering = undefined
      if (step.action === 'relaunch-in-software') this.#options.relaunchInSoftware()
      else {
        if (step.action === 'new-window') this.#replaceWindow()
        this.#show()
      }
    }, step.delayMs)
  }

  /** Opens the new window before it closes the old one, because the program would quit without any window. */
  #replaceWindow(): void {
    const old = this.#window
    this.#window = this.#create()
    old?.destroy()
  }

  #show(): void {
    if (this.#agent === 'answering') {
      this.#waitingFor = null
      this.#load(this.#options.tillUrl)
    } else this.#wait(this.#agent === 'starting' ? 'agent-start' : 'agent-answer')
  }

  #wait(reason: WaitingFor): void {
    if (this.#waitingFor === reason) return
    this.#waitingFor = reason
    this.#load(waitingPage(reason, this.#options.locale))
  }

  #load(url: string): void {
    // did-fail-load also reports a failed load, so the rejection is ignored.
    this.#window?.loadURL(url).catch(() => {})
  }

  #clearHung(): void {
    clearTimeout(this.#hung)
    this.#hung = undefined
  }

  #forget(): void {
    this.#window = null
    clearTimeout(this.#recovering)
    clearTimeout(this.#stable)
    this.#clearHung()
  }
}
