/** What the desktop shell gives the till page, as `window.counterfoil`. In a plain browser it is not there. */
export interface DesktopShell {
  /**
   * Prints the page as its print style shows it, on the system's default printer and without a dialog.
   * False when nothing was printed: the page then offers the browser's own print.
   */
  print(): Promise<boolean>
}

declare global {
  interface Window {
    counterfoil?: DesktopShell
  }
}
