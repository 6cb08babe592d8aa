import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, UtilityProcess } from 'electron'
import type { ElectronParts } from '#desktop/main/shell.ts'

/** Stand-ins for Electron objects. They do nothing except record their calls, and the test controls them. */
export class StandInContents extends EventEmitter {
  openWindow: (details: { url: string }) => { action: string; overrideBrowserWindowOptions?: object } =
    () => ({
      action: 'allow',
    })
  printed: object[] = []
  crashed = 0

  setWindowOpenHandler(handler: typeof this.openWindow): void {
    this.openWindow = handler
  }

  print(options: object, done: (success: boolean, reason: string) => void): void {
    this.printed.push(options)
    done(true, '')
  }

  forcefullyCrashRenderer(): void {
    this.crashed++
  }
}

export class StandInWindow extends EventEmitter {
  readonly webContents = new StandInContents()
  readonly options: BrowserWindowConstructorOptions
  loaded: string[] = []
  minimized = false
  focused = 0
  destroyed = false

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
  }

  /** Displayed content: the address of the till, or the text of the placeholder page. */
  get shows(): string {
    return decodeURIComponent(this.loaded.at(-1) ?? '')
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
  }

  isMinimized(): boolean {
    return this.minimized
  }

  restore(): void {
    this.minimized = false
  }

  focus(): void {
    this.focused++
  }

  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }

  dies(): void {
    this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  }
}

export class StandInProcess extends EventEmitter {
  readonly entry: string
  readonly env: Record<string, string | undefined>
  killed = false

  constructor(entry: string, env: Record<string, string | undefined>) {
    super()
    this.entry = entry
    this.env = env
  }

  kill(): boolean {
    this.killed = true
    this.emit('exit', 0)
    return true
  }
}

export const asUtilityProcess = (process: StandInProcess): UtilityProcess =>
  process as unknown as UtilityProcess

type Answer = (granted: boolean) => void
type InvokeEvent = { senderFrame: { url: string; parent: object | null } | null; sender: StandInContents }

class StandInApp extends EventEmitter {
  isPackaged = true
  isFirstInstance = true
  quits = 0
  sandboxed = false
  hardwareAcceleration = true
  relaunchedWith: { args?: string[] }[] = []

  requestSingleInstanceLock(): boolean {
    return this.isFirstInstance
  }

  quit(): void {
    this.quits++
    this.emit('before-quit')
    this.emit('will-quit')
  }

  relaunch(options: { args?: string[] }): void {
    this.relaunchedWith.push(options)
  }

  enableSandbox(): void {
    this.sandboxed = true
  }

  disableHardwareAcceleration(): void {
    this.hardwareAcceleration = false
  }

  getLocale(): string {
    return 'en-US'
  }

  async whenReady(): Promise<void> {}
}

class StandInSession {
  request: (contents: unknown, permission: string, answer: Answer) => void = (_c, _p, answer) => answer(true)
  check: (contents: unknown, permission: string) => boolean = () => true
  device: (details: object) => boolean = () => true

  setPermissionRequestHandler(handler: typeof this.request): void {
    this.request = handler
  }

  setPermissionCheckHandler(handler: typeof this.check): void {
    this.check = handler
  }

  setDevicePermissionHandler(handler: typeof this.device): void {
    this.device = handler
  }
}

export class StandInElectron {
  readonly app = new StandInApp()
  readonly session = new StandInSession()
  readonly windows: StandInWindow[] = []
  readonly agents: StandInProcess[] = []
  readonly handlers = new Map<string, (event: InvokeEvent) => unknown>()
  menu: unknown = 'the default menu'
  /** Displays, with the primary one first. */
  displays = [{ id: 1, bounds: { x: 0, y: 0, width: 1920, height: 1080 } }]

  /** Electron parts in the form that the shell expects. */
  get parts(): ElectronParts {
    const { app, session, windows, agents, handlers } = this
    class BrowserWindow extends StandInWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options)
        windows.push(this)
        app.emit('web-contents-created', {}, this.webContents)
      }
    }
    const parts = {
      app,
      BrowserWindow,
      session: { defaultSession: session },
      ipcMain: {
        handle: (channel: string, handler: (event: InvokeEvent) => unknown) => handlers.set(channel, handler),
      },
      screen: { getPrimaryDisplay: () => this.displays[0], getAllDisplays: () => this.displays },
      Menu: {
        setApplicationMenu: (menu: unknown) => {
          this.menu = menu
        },
        buildFromTemplate: (template: { role: string }[]) => template.map((item) => item.role),
      },
      utilityProcess: {
        fork: (entry: string, _args: string[], options: { env: Record<string, string> }) => {
          const agent = new StandInProcess(entry, options.env)
          agents.push(agent)
          return agent
        },
      },
    }
    return parts as unknown as ElectronParts
  }
}
