import type { Icon } from '@tabler/icons-react'
import {
  IconArrowBackUp,
  IconBarcode,
  IconCalendarTime,
  IconCashMinus,
  IconCashPlus,
  IconCashRegister,
  IconDeviceDesktop,
  IconDevices,
  IconDiscount,
  IconGift,
  IconHistory,
  IconId,
  IconKeyboard,
  IconLock,
  IconPrinter,
  IconReceipt,
  IconReportMoney,
  IconSchool,
  IconStack2,
  IconStar,
  IconTag,
  IconUser,
  IconVolume,
  IconWifi,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { showMessage } from '#shared/ui/controls/message.tsx'
import { openCustomerScreen } from '../customer/customer-channel.ts'
import { whyNoDiscount } from '../discount/why-no-discount.ts'
import type { OpenDialog } from '../selling/open-dialog.ts'
import type { SignedInCashier } from '../session/use-session.ts'
import { playSound, turnVolume } from '../sound/sounds.ts'
import type { Settings } from '../status/use-status.ts'

/** Sections of the menu, in order. */
export const SECTIONS = ['sale', 'receipts', 'shift', 'till', 'help'] as const

/** A command of the till. It is available in the menu (F10), by its key and by its buttons. */
export interface Command {
  /**
   * Id of the command. Its texts are `command.<id>` in i18n/*.json. Its key, if any, has the same name in
   * keys.ts.
   */
  id: string
  section: (typeof SECTIONS)[number]
  icon: Icon
  /**
   * Translated reason why the command is currently unavailable, or null. The menu shows such a command grayed
   * out, with the reason.
   */
  disabledReason: string | null
  run: () => void
}

/** Dependencies of commands. */
export interface CommandContext {
  t: TFunction
  cart: Cart
  cashier: SignedInCashier
  settings: Settings | null
  /** True when the till has an open shift. */
  hasShift: boolean
  /** True while a paid receipt is shown instead of the cart. */
  isReceiptShown: boolean
  open: (dialog: OpenDialog) => void
}

/**
 * Returns all commands. To add one, add an entry below, in its section and order, and its texts. A command
 * with its own dialog needs a name and a case in selling/selling-dialogs.tsx, which `run` opens. Unavailable
 * commands are never hidden: they show the reason.
 */
export function tillCommands(context: CommandContext) {
  const { t, cart, cashier, hasShift, isReceiptShown, open } = context
  const may = (permission: SignedInCashier['permissions'][number]): string | null =>
    cashier.permissions.includes(permission) ? null : t('command.why.notPermitted')
  const inSale = (): string | null => (isReceiptShown ? t('command.why.receiptShown') : null)
  const inShift = (): string | null => (hasShift ? null : t('command.why.noShift'))
  const withLines = (): string | null =>
    inSale() ?? (cart.lines.length === 0 ? t('command.why.emptyCart') : null)
  const whyNoReceiptDiscount = whyNoDiscount(cart, null)

  return [
    {
      id: 'parked',
      section: 'sale',
      icon: IconStack2,
      disabledReason: null,
      run: () => open({ name: 'parked' }),
    },
    {
      id: 'buyer',
      section: 'sale',
      icon: IconId,
      disabledReason: inSale() ?? (cart.isReturn ? t('command.why.inReturn') : may('pos.sell')),
      run: () => open({ name: 'buyer' }),
    },
    {
      id: 'offers',
      section: 'sale',
      icon: IconTag,
      disabledReason: inSale() ?? (cart.isReturn ? t('command.why.inReturn') : null),
      run: () => open({ name: 'offers' }),
    },
    {
      id: 'discountReceipt',
      section: 'sale',
      icon: IconDiscount,
      disabledReason: withLines() ?? (whyNoReceiptDiscount && t(whyNoReceiptDiscount)),
      run: () => open({ name: 'discount', target: null }),
    },
    {
      id: 'sellVoucher',
      section: 'sale',
      icon: IconGift,
      disabledReason:
        inSale() ??
        (cart.isReturn ? t('command.why.inReturn') : cart.exchange ? t('voucher.notExchanged') : null) ??
        (cart.maxVoucherSale > 0 ? may('pos.sell') : t('voucher.notHere')),
      run: () => open({ name: 'sellVoucher' }),
    },
    {
      id: 'return',
      section: 'receipts',
      icon: IconArrowBackUp,
      disabledReason: may('pos.return'),
      run: () => open({ name: 'return' }),
    },
    {
      id: 'receipts',
      section: 'receipts',
      icon: IconReceipt,
      disabledReason: null,
      run: () => open({ name: 'receipts' }),
    },
    {
      id: 'shift',
      section: 'shift',
      icon: IconCalendarTime,
      disabledReason: null,
      run: () => open({ name: 'shift' }),
    },
    {
      id: 'cashIn',
      section: 'shift',
      icon: IconCashPlus,
      disabledReason: inShift(),
      run: () => open({ name: 'cashIn' }),
    },
    {
      id: 'cashOut',
      section: 'shift',
      icon: IconCashMinus,
      disabledReason: inShift(),
      run: () => open({ name: 'cashOut' }),
    },
    {
      id: 'openDrawer',
      section: 'shift',
      icon: IconCashRegister,
      disabledReason: null,
      run: () => open({ name: 'openDrawer' }),
    },
    {
      id: 'xReport',
      section: 'shift',
      icon: IconReportMoney,
      disabledReason: inShift(),
      run: () => open({ name: 'xReport' }),
    },
    {
      id: 'closeShift',
      section: 'shift',
      icon: IconLock,
      disabledReason: inShift(),
      run: () => open({ name: 'closeShift' }),
    },
    {
      id: 'pastShifts',
      section: 'shift',
      icon: IconHistory,
      disabledReason: null,
      run: () => open({ name: 'pastShifts' }),
    },
    {
      id: 'switchCashier',
      section: 'till',
      icon: IconUser,
      disabledReason: null,
      run: () => open({ name: 'cashier' }),
    },
    {
      id: 'favourites',
      section: 'till',
      icon: IconStar,
      disabledReason: may('pos.sell'),
      run: () => open({ name: 'favourites' }),
    },
    {
      id: 'sound',
      section: 'till',
      icon: IconVolume,
      disabledReason: null,
      run: turnSound(t),
    },
    {
      id: 'till',
      section: 'till',
      icon: IconDevices,
      disabledReason: null,
      run: () => open({ name: 'till' }),
    },
    {
      id: 'printers',
      section: 'till',
      icon: IconPrinter,
      disabledReason: null,
      run: () => open({ name: 'printers' }),
    },
    {
      id: 'scanner',
      section: 'till',
      icon: IconBarcode,
      disabledReason: null,
      run: () => open({ name: 'scanner' }),
    },
    {
      id: 'customerScreen',
      section: 'till',
      icon: IconDeviceDesktop,
      disabledReason: null,
      run: openCustomerScreen,
    },
    {
      id: 'training',
      section: 'till',
      icon: IconSchool,
      disabledReason: inSale(),
      run: () => open({ name: 'training' }),
    },
    {
      id: 'status',
      section: 'till',
      icon: IconWifi,
      disabledReason: null,
      run: () => open({ name: 'status' }),
    },
    {
      id: 'help',
      section: 'help',
      icon: IconKeyboard,
      disabledReason: null,
      run: () => open({ name: 'help' }),
    },
  ] as const satisfies Command[]
}

/** Switches to the next volume, with a sample sound and a message. */
const turnSound = (t: TFunction) => (): void => {
  const volume = turnVolume()
  playSound('found')
  showMessage(t(`sound.${volume}`))
}

export type CommandId = ReturnType<typeof tillCommands>[number]['id']
