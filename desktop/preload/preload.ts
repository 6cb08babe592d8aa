import { contextBridge, ipcRenderer } from 'electron'
import type { DesktopShell } from '#shared/contracts/till/desktop-shell.ts'
import { CHANNELS } from './channels.ts'

/**
 * The only bridge to the main process. The page gets this function and nothing else of Electron: no
 * ipcRenderer, no channel names.
 */
const shell: DesktopShell = { print: () => ipcRenderer.invoke(CHANNELS.print) }

contextBridge.exposeInMainWorld('counterfoil', shell)
