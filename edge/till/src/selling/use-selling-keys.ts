import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { isDialogOpen } from '#shared/ui/controls/is-dialog-open.ts'
import type { HeaderDialog } from './selling-header.tsx'

interface SellingKeys {
  isEnabled: boolean
  search: () => void
  open: (dialog: HeaderDialog) => void
  pay: () => void
  offers: () => void
  discountLine: () => void
  discountReceipt: () => void
  removeLine: () => void
  moveBy: (by: 1 | -1) => void
}

const isTyping = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value !== ''

/**
 * The keys of the selling screen. Function keys work everywhere; Delete and the arrows belong to a field in which
 * something is typed. + and − come from the scanner's listener, which knows that no scan begins with them.
 */
export function useSellingKeys(keys: SellingKeys): void {
  // Only a key that is acted upon is kept from the field or the browser that would have it otherwise.
  const when = (key: string, act: () => void, isAllowed = () => true): HotkeyItem => [
    key,
    (event: KeyboardEvent) => {
      // A key held down to clear a field must not go on with the cart.
      if (event.repeat || !keys.isEnabled || isDialogOpen() || !isAllowed()) return
      event.preventDefault()
      act()
    },
    { preventDefault: key.startsWith('F') },
  ]
  const notTyping = () => !isTyping()
  const notInField = () => !(document.activeElement instanceof HTMLInputElement)
  useHotkeys(
    [
      when('F2', keys.search),
      when('F3', keys.discountLine),
      when('F4', () => keys.open('parked')),
      when('F5', keys.offers),
      when('F6', keys.discountReceipt),
      when('F7', () => keys.open('return')),
      when('F8', () => keys.open('receipts')),
      when('F9', keys.pay),
      when('F10', () => keys.open('cashier')),
      when('F12', keys.pay),
      when('Delete', keys.removeLine, notTyping),
      when('ArrowUp', () => keys.moveBy(-1), notInField),
      when('ArrowDown', () => keys.moveBy(1), notInField),
    ],
    [],
  )
}

/** What + and − mean, unless they belong to what is being typed into a field. */
export function stepOf(typed: string): 1 | -1 | null {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && field.value.length > typed.length) return null
  if (typed === '+' || typed === '=') return 1
  return typed === '-' ? -1 : null
}

/** Letters that are typed into no field begin a search; digits may be what is left of a slow scan. */
export function isSearchBegun(typed: string): boolean {
  return !(document.activeElement instanceof HTMLInputElement) && /^\p{L}/u.test(typed)
}
