/** Functions that the desktop shell offers to the till page as `window.counterfoil`. Undefined in a plain browser. */
export interface DesktopShell {
  /**
   * Prints the page in its print style on the system's default printer, without a dialog. Resolves to false
   * when nothing was printed: the page then offers the browser's print dialog.
   */
  print(): Promise<boolean>
}

declare global {
  interface Window {
    counterfoil?: DesktopShell
  }
}

/** URL hash of the till page for the customer screen, the only window that the page can open. */
export const CUSTOMER_HASH = '#customer'
