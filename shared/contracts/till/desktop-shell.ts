/** Functions of the desktop shell for the till page, as `window.counterfoil`. Absent in a plain browser. */
export interface DesktopShell {
  /**
   * Prints the page in its print style on the default printer of the system, without a dialog. False when
   * nothing was printed: the page then offers the print of the browser.
   */
  print(): Promise<boolean>
}

declare global {
  interface Window {
    counterfoil?: DesktopShell
  }
}

/** Hash of the till page for the customer screen: the only window that the page may open. */
export const CUSTOMER_HASH = '#customer'
