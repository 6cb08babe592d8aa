// Stands where the packaged shell imports 'electron' from, so that its bundle runs under plain Node: a ready app, a
// window that sends its parent each address it loads, and utility processes that are Node's own child processes.
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'

const { STAND_IN_RESOURCES: resources, STAND_IN_USER_DATA: userData } = process.env
process.resourcesPath = resources

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  getPath: (name) => join(userData, name),
  getAppPath: () => join(resources, 'app.asar'),
  getLocale: () => 'en',
  requestSingleInstanceLock: () => true,
  enableSandbox() {},
  whenReady: async () => {},
  quit() {
    app.emit('before-quit')
    app.emit('will-quit')
    if (process.connected) process.disconnect()
  },
})

class Contents extends EventEmitter {
  setWindowOpenHandler() {}
}

export class BrowserWindow extends EventEmitter {
  webContents = new Contents()

  async loadURL(url) {
    process.send({ loaded: url })
  }
}

export const utilityProcess = { fork: (entry, args, { env }) => fork(entry, args, { env }) }
export const session = {
  defaultSession: {
    setPermissionRequestHandler() {},
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
  },
}
export const screen = {}
export const ipcMain = { handle() {} }
export const Menu = { setApplicationMenu() {}, buildFromTemplate: () => null }
export const dialog = { showErrorBox: (title, text) => process.stderr.write(`${title}: ${text}\n`) }

process.on('message', () => app.quit())
process.on('SIGTERM', () => app.quit())
