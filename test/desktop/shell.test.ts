import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '#desktop/main/config.ts'
import { SOFTWARE_RENDERING, startShell } from '#desktop/main/shell.ts'
import { CHANNELS } from '#desktop/preload/channels.ts'
import { must } from '#shared/std/must.ts'
import { StandInContents, StandInElectron } from './electron-stand-in.ts'
import { HealthServer } from './health-server.ts'

interface Start {
  argv?: string[]
  isPackaged?: boolean
}

function start(
  electron: StandInElectron,
  port: number,
  { argv = ['counterfoil'], isPackaged = true }: Start = {},
) {
  electron.app.isPackaged = isPackaged
  startShell(electron.parts, {
    config: readConfig({ EDGE_PORT: String(port), HUB_URL: 'https://hub.example' }, null, '/data/agent'),
    agentEntry: '/app/edge/main.ts',
    preload: '/app/preload.cjs',
    log: pino({ level: 'silent' }),
    argv,
    env: { PATH: '/bin' },
  })
  onTestFinished(() => void electron.app.emit('will-quit'))
}

/** Starts the shell with an agent that already responds, and waits until the till is displayed. */
async function startedTill(options: Start = {}) {
  const service = await HealthServer.start()
  onTestFinished(() => service[Symbol.asyncDispose]())
  const electron = new StandInElectron()
  start(electron, service.port, options)
  await expect.poll(() => electron.windows[0]?.shows).toBe(`${service.url}/`)
  return { electron, window: must(electron.windows[0]), origin: service.url }
}

describe('application instances', () => {
  it('quits a second instance without opening a window', async () => {
    const electron = new StandInElectron()
    electron.app.isFirstInstance = false
    start(electron, 8090)
    expect(electron.app.quits).toBe(1)
    expect(electron.app.listenerCount('second-instance')).toBe(0)
    expect(electron.windows).toHaveLength(0)
  })

  it('brings the first instance to the front when a second one starts', async () => {
    const { electron, window } = await startedTill()
    window.minimized = true
    electron.app.emit('second-instance', {}, [], '')
    expect(window).toMatchObject({ minimized: false, focused: 1 })
    expect(electron.windows).toHaveLength(1)
  })
})

describe('the agent', () => {
  it('uses a running agent instead of starting one', async () => {
    const { electron } = await startedTill()
    expect(electron.agents).toHaveLength(0)
  })

  it('starts an agent when none is running', async () => {
    const electron = new StandInElectron()
    const port = await HealthServer.freePort()
    start(electron, port)
    await expect.poll(() => electron.agents.length).toBe(1)
    expect(electron.agents[0]).toMatchObject({
      entry: '/app/edge/main.ts',
      env: {
        PATH: '/bin',
        EDGE_HOST: '127.0.0.1',
        EDGE_PORT: String(port),
        DATA_DIR: '/data/agent',
        HUB_URL: 'https://hub.example',
      },
    })
    electron.app.quit()
    await expect.poll(() => electron.agents[0]?.killed).toBe(true)
  })
})

describe('lockdown', () => {
  it('locks down the page with exactly these web preferences', async () => {
    const { electron, window } = await startedTill()
    expect(electron.app.sandboxed).toBe(true)
    expect(window.options.webPreferences).toEqual({
      preload: '/app/preload.cjs',
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    })
  })

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    'restricts %s to addresses of the agent',
    async (event) => {
      const { window, origin } = await startedTill()
      const goes = (url: string): boolean => {
        const preventDefault = vi.fn()
        window.webContents.emit(event, { url, preventDefault })
        return preventDefault.mock.calls.length === 0
      }
      expect(goes(`${origin}/receipts/1`)).toBe(true)
      for (const url of [
        'https://evil.example/',
        `${origin.replace('127.0.0.1', 'localhost')}/`,
        'http://127.0.0.1:1/',
        `${origin}@evil.example/`,
        'file:///etc/passwd',
        'data:text/html,hi',
        'javascript:alert(1)',
        'not a url',
      ]) {
        expect(goes(url), url).toBe(false)
      }
    },
  )

  it('allows only the customer screen to open as a window, filling the second display', async () => {
    const { electron, window, origin } = await startedTill()
    const open = (url: string) => window.webContents.openWindow({ url })
    for (const url of [`${origin}/`, 'https://evil.example/#customer', `${origin}/receipts#customer`])
      expect(open(url), url).toEqual({ action: 'deny' })
    expect(open(`${origin}/#customer`)).toMatchObject({
      action: 'allow',
      overrideBrowserWindowOptions: { width: 1024, height: 768 },
    })
    const bounds = { x: 1920, y: 0, width: 800, height: 600 }
    electron.displays.push({ id: 2, bounds })
    expect(open(`${origin}/#customer`)).toMatchObject({
      overrideBrowserWindowOptions: { ...bounds, fullscreen: true },
    })
    const another = new StandInContents()
    electron.app.emit('web-contents-created', {}, another)
    expect(another.openWindow({ url: 'https://evil.example/' })).toEqual({ action: 'deny' })
  })

  it('prevents pages from embedding a webview', async () => {
    const { window } = await startedTill()
    const preventDefault = vi.fn()
    window.webContents.emit('will-attach-webview', { preventDefault }, {}, {})
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'openExternal'])(
    'denies the permission %s to pages',
    async (permission) => {
      const { session } = (await startedTill()).electron
      const answer = vi.fn()
      session.request({}, permission, answer)
      expect(answer.mock.calls).toEqual([[false]])
      expect(session.check({}, permission)).toBe(false)
      expect(session.device({ deviceType: permission })).toBe(false)
    },
  )

  it('shows no menu in a packaged application, except for the standard menus on macOS', async () => {
    const expected = process.platform === 'darwin' ? ['appMenu', 'editMenu'] : null
    expect((await startedTill()).electron.menu).toEqual(expected)
  })

  it('keeps the menu and developer tools in an unpackaged application', async () => {
    const { electron, window } = await startedTill({ isPackaged: false })
    expect(electron.menu).toBe('the default menu')
    expect(window.options.webPreferences?.devTools).toBe(true)
  })
})

describe('the bridge between page and shell', () => {
  it('prints silently when the till page requests it', async () => {
    const { electron, window, origin } = await startedTill()
    const print = must(electron.handlers.get(CHANNELS.print))
    const event = { sender: window.webContents, senderFrame: { url: `${origin}/`, parent: null } }
    expect(await print(event)).toBe(true)
    expect(window.webContents.printed).toEqual([{ silent: true }])
  })

  it('refuses print requests of any other sender', async () => {
    const { electron, window, origin } = await startedTill()
    const print = must(electron.handlers.get(CHANNELS.print))
    for (const senderFrame of [
      null,
      { url: 'https://evil.example/', parent: null },
      { url: 'data:text/html,hi', parent: null },
      { url: `${origin}/`, parent: {} },
    ]) {
      expect(() => print({ sender: window.webContents, senderFrame })).toThrow('not the till page')
    }
    expect(window.webContents.printed).toEqual([])
  })

  it('exposes only the declared channels to the page', async () => {
    const { electron } = await startedTill()
    expect([...electron.handlers.keys()]).toEqual(Object.values(CHANNELS))
  })
})

describe('crashes of the GPU process', () => {
  it('relaunches with software rendering after three crashes of the GPU process', async () => {
    const { electron } = await startedTill({ argv: ['counterfoil', '--lang=ru'] })
    const crash = (type: string) => electron.app.emit('child-process-gone', {}, { type, reason: 'crashed' })
    for (const type of ['GPU', 'Utility', 'Utility', 'GPU']) crash(type)
    expect(electron.app.relaunchedWith).toEqual([])
    crash('GPU')
    expect(electron.app.relaunchedWith).toEqual([{ args: ['--lang=ru', SOFTWARE_RENDERING] }])
    expect(electron.app.quits).toBe(1)
  })

  it('keeps software rendering after that relaunch, without further relaunches', async () => {
    const { electron } = await startedTill({ argv: ['counterfoil', SOFTWARE_RENDERING] })
    expect(electron.app.hardwareAcceleration).toBe(false)
    for (let crashes = 0; crashes < 9; crashes++) {
      electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' })
    }
    expect(electron.app.relaunchedWith).toEqual([])
  })
})
