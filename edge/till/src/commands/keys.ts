/** Places where a key works. They are also the headings of the help. */
export const KEY_PLACES = ['selling', 'tiles', 'receipt', 'payment', 'discount', 'dialog'] as const

interface TillKey {
  where: (typeof KEY_PLACES)[number]
  /** Keys in the notation of Mantine's useHotkeys. The first one is displayed. */
  keys: readonly [string, ...string[]]
}

/**
 * All keys of the till, by the name of their action. Button hints, handlers and the help (F1) read this
 * table. To add a key, add a line here and its text under `keys` in i18n/*.json. A key with the name of a
 * command (commands.ts) runs that command without further code.
 */
export const KEYS = {
  help: { where: 'selling', keys: ['F1'] },
  search: { where: 'selling', keys: ['F2'] },
  tiles: { where: 'selling', keys: ['Home'] },
  productInfo: { where: 'selling', keys: ['mod+I'] },
  discountLine: { where: 'selling', keys: ['F3'] },
  parked: { where: 'selling', keys: ['F4'] },
  offers: { where: 'selling', keys: ['F5'] },
  discountReceipt: { where: 'selling', keys: ['F6'] },
  return: { where: 'selling', keys: ['F7'] },
  receipts: { where: 'selling', keys: ['F8'] },
  pay: { where: 'selling', keys: ['F9', 'F12'] },
  menu: { where: 'selling', keys: ['F10'] },
  switchCashier: { where: 'selling', keys: ['F11'] },
  buyer: { where: 'selling', keys: ['Insert'] },
  removeLine: { where: 'selling', keys: ['Delete'] },
  undo: { where: 'selling', keys: ['mod+Z'] },
  lineBefore: { where: 'selling', keys: ['ArrowUp'] },
  lineAfter: { where: 'selling', keys: ['ArrowDown'] },
  /** Also handled by the scanner listener, because no scan begins with these keys. */
  oneMore: { where: 'selling', keys: ['+'] },
  oneLess: { where: 'selling', keys: ['-'] },
  /** Pressed after a quantity, which then applies to the next scanned or selected product. */
  times: { where: 'selling', keys: ['*'] },
  nextTile: { where: 'tiles', keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'] },
  takeTile: { where: 'tiles', keys: ['Enter'] },
  groupAbove: { where: 'tiles', keys: ['Escape', 'Backspace'] },
  newSale: { where: 'receipt', keys: ['Enter'] },
  firstTender: { where: 'payment', keys: ['F6'] },
  secondTender: { where: 'payment', keys: ['F7'] },
  thirdTender: { where: 'payment', keys: ['F8'] },
  completeSale: { where: 'payment', keys: ['F9', 'F12'] },
  percentOff: { where: 'discount', keys: ['F6'] },
  amountOff: { where: 'discount', keys: ['F7'] },
  confirm: { where: 'dialog', keys: ['Enter'] },
  close: { where: 'dialog', keys: ['Escape'] },
} as const satisfies Record<string, TillKey>

export type KeyName = keyof typeof KEYS

export const isKeyName = (name: string): name is KeyName => name in KEYS

/** Returns the main key of an action, in the notation of `aria-keyshortcuts`. */
export const keyOf = (name: KeyName): string => KEYS[name].keys[0]

const SIGNS: Record<string, string> = {
  Delete: 'Del',
  Insert: 'Ins',
  Escape: 'Esc',
  Backspace: '⌫',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  '-': '−',
  'mod+I': 'Ctrl I',
  'mod+Z': 'Ctrl Z',
}

/** Returns a key as labeled on a keyboard. */
export const keySign = (key: string): string => SIGNS[key] ?? key

/** Returns arguments for useHotkeys: each key of this action runs `act`. */
export function hotkeysOf(name: KeyName, act: () => void): [string, () => void][] {
  return KEYS[name].keys.map((key) => [key, act])
}
