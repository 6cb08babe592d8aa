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

/** The customer's screen is the till page at this place: the one window that the page may open. */
export const CUSTOMER_HASH = '#customer'
