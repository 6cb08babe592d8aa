import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, Menu, screen, session, utilityProcess } from 'electron'
import { pino } from 'pino'
import { readConfig, type ShellConfig } from './config.ts'
import { startShell } from './shell.ts'

const userData = app.getPath('userData')
const config = configOrExit()
if (config !== null) {
  // The agent's files are stored outside the asar, because a service runs the same files with plain Node.
  const agentRoot = app.isPackaged ? join(process.resourcesPath, 'app.asar.unpacked/agent') : app.getAppPath()
  startShell(
    { app, BrowserWindow, ipcMain, Menu, screen, session, utilityProcess },
    {
      config,
      agentEntry: join(agentRoot, 'edge/main.ts'),
      preload: join(app.getAppPath(), 'dist/desktop/preload.cjs'),
      log: app.isPackaged
        ? pino(pino.destination({ dest: join(app.getPath('logs'), 'shell.log'), mkdir: true, sync: true }))
        : pino(),
      argv: process.argv,
      env: process.env,
    },
  )
}

function configOrExit(): ShellConfig | null {
  try {
    return readConfig(process.env, readIfThere(join(userData, 'settings.json')), join(userData, 'data'))
  } catch (error) {
    dialog.showErrorBox('Counterfoil', `The settings are wrong: ${(error as Error).message}`)
    app.exit(1)
    return null
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
