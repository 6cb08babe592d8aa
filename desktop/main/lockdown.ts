import type { App, Screen, Session, WebContents, WebPreferences } from 'electron'
import { customerScreenUrl, customerWindow } from './customer-window.ts'

/**
 * Implements Electron's security checklist (electronjs.org/docs/latest/tutorial/security) as far as code is
 * involved: the till page gets no more permissions than any web page. The agent serves the content security
 * policy with the page. The fuses are set in electron-builder.yml.
 */
export function tillPreferences(preload: string, devTools: boolean): WebPreferences {
  return {
    preload,
    devTools,
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
  }
}

/** Keeps every page of the application at `origin`. The only window that a page can open is the customer's screen. */
export function lockPages(app: App, screen: () => Screen, origin: string): void {
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => lockPage(contents, screen, origin))
}

function lockPage(contents: WebContents, screen: () => Screen, origin: string): void {
  const stayHome = (event: { url: string; preventDefault: () => void }): void => {
    if (!isAt(origin, event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stayHome)
  contents.on('will-frame-navigate', stayHome)
  contents.on('will-redirect', stayHome)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) =>
    url === customerScreenUrl(origin)
      ? { action: 'allow', overrideBrowserWindowOptions: customerWindow(screen()) }
      : { action: 'deny' },
  )
}

/** Denies every permission: Electron grants all by default, and a till page needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

/** Returns true when a message came from the till page itself, that is, from the top frame at the agent's origin. */
export function isFromTill(event: Electron.IpcMainInvokeEvent, origin: string): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isAt(origin, frame.url)
}

function isAt(origin: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin
}
