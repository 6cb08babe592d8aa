import type { Logger } from 'pino'
import { CHANNELS } from '../preload/channels.ts'
import { Agent } from './agent.ts'
import type { ShellConfig } from './config.ts'
import { denyPermissions, isFromTill, lockPages, tillPreferences } from './lockdown.ts'
import { printSilently } from './printing.ts'
import { TillWindow } from './till-window.ts'

/**
 * Electron modules that the shell uses. They are passed in so that the shell can be tested without Electron's
 * binary.
 */
export type ElectronParts = Pick<
  typeof import('electron'),
  'app' | 'BrowserWindow' | 'ipcMain' | 'Menu' | 'screen' | 'session' | 'utilityProcess'
>

export interface ShellOptions {
  config: ShellConfig
  /** Paths of the agent's main.ts and of the built preload script. */
  agentEntry: string
  preload: string
  log: Logger
  /** The command line, starting with the program's name. */
  argv: readonly string[]
  env: Record<string, string | undefined>
}

/**
 * Command line switch that turns off rendering on the graphics card. The shell relaunches itself with it when
 * the card keeps failing.
 */
export const SOFTWARE_RENDERING = '--software-rendering'

const GPU_CRASHES_TO_GIVE_UP = 3

/** Starts the till: one instance, one agent, one locked window. Returns immediately. A second instance quits. */
export function startShell(electron: ElectronParts, options: ShellOptions): void {
  const { app } = electron
  const { config, log } = options
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }

  const inSoftware = options.argv.includes(SOFTWARE_RENDERING)
  if (inSoftware) app.disableHardwareAcceleration()
  // The screen module is available only after the app is ready.
  lockPages(app, () => electron.screen, config.agentUrl)

  const relaunchInSoftware = (): void => {
    app.relaunch({ args: [...options.argv.slice(1), SOFTWARE_RENDERING] })
    app.quit()
  }
  relaunchWhenGraphicsFail(electron, options, inSoftware, relaunchInSoftware)

  app.whenReady().then(
    () => open(electron, options, inSoftware, relaunchInSoftware),
    (error) => log.fatal({ err: error }, 'Electron did not start'),
  )
}

function open(
  electron: ElectronParts,
  options: ShellOptions,
  inSoftware: boolean,
  relaunchInSoftware: () => void,
): void {
  const { app, session, ipcMain } = electron
  const { config, log } = options
  const devTools = !app.isPackaged
  denyPermissions(session.defaultSession)
  if (!devTools) removeMenu(electron)

  const till = new TillWindow({
    BrowserWindow: electron.BrowserWindow,
    webPreferences: tillPreferences(options.preload, devTools),
    tillUrl: `${config.agentUrl}/`,
    kiosk: config.kiosk,
    locale: app.getLocale(),
    inSoftware,
    relaunchInSoftware,
    log,
  })
  app.on('second-instance', () => till.focus())
  app.on('before-quit', () => till.release())
  ipcMain.handle(CHANNELS.print, (event) => {
    if (!isFromTill(event, config.agentUrl)) throw new Error('not the till page')
    return printSilently(event.sender)
  })

  const agent = new Agent({
    url: config.agentUrl,
    startsAgent: config.startsAgent,
    fork: () =>
      electron.utilityProcess.fork(options.agentEntry, [], {
        serviceName: 'Counterfoil agent',
        env: { ...options.env, ...config.agentEnv },
        stdio: 'inherit',
      }),
    onState: (state) => till.agentIs(state),
    log,
  })
  const quitting = new AbortController()
  app.on('will-quit', () => quitting.abort())
  till.open()
  agent.run(quitting.signal).catch((error) => log.fatal({ err: error }, 'the watch on the agent failed'))
}

function relaunchWhenGraphicsFail(
  { app }: ElectronParts,
  { log }: ShellOptions,
  inSoftware: boolean,
  relaunchInSoftware: () => void,
): void {
  let crashes = 0
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return
    log.error({ reason, crashes: ++crashes }, 'the graphics process failed')
    if (crashes === GPU_CRASHES_TO_GIVE_UP && !inSoftware) relaunchInSoftware()
  })
}

/**
 * Removes the menu and its shortcuts to developer tools. On macOS, copy and paste depend on the menu, so two
 * menus stay there.
 */
function removeMenu({ Menu }: ElectronParts): void {
  const forMac = process.platform === 'darwin'
  Menu.setApplicationMenu(forMac ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]) : null)
}
