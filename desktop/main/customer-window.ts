import type { BrowserWindowConstructorOptions, Screen } from 'electron'
import { CUSTOMER_HASH } from '#shared/contracts/till/desktop-shell.ts'

type Displays = Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>

export const customerScreenUrl = (origin: string): string => `${origin}/${CUSTOMER_HASH}`

/**
 * Returns the options of the customer's window. It fills the second display. With only one display it is an
 * ordinary window that the cashier can move.
 */
export function customerWindow(screen: Displays): BrowserWindowConstructorOptions {
  const { id } = screen.getPrimaryDisplay()
  const second = screen.getAllDisplays().find((display) => display.id !== id)
  const shared = { title: 'Counterfoil', autoHideMenuBar: true }
  return second ? { ...shared, ...second.bounds, fullscreen: true } : { ...shared, width: 1024, height: 768 }
}
