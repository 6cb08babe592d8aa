import type { Cart, Receipt, TillProduct } from '#shared/contracts/till/till.ts'
import { countOf } from '../cart/cart-sum.ts'
import { FigureDialog } from '../cart/figure-dialog.tsx'
import type { CartActions } from '../cart/use-cart-actions.ts'
import { HelpDialog } from '../commands/help-dialog.tsx'
import { MenuDialog } from '../commands/menu-dialog.tsx'
import type { Commands } from '../commands/use-commands.ts'
import { DiscountDialog } from '../discount/discount-dialog.tsx'
import { BuyerDialog } from '../loyalty/buyer-dialog.tsx'
import { OffersDialog } from '../loyalty/offers-dialog.tsx'
import { ParkedDialog } from '../parked/parked-dialog.tsx'
import { PaymentDialog } from '../payment/payment-dialog.tsx'
import { PrintersDialog } from '../printing/printers-dialog.tsx'
import { ProductDialog } from '../product/product-dialog.tsx'
import { ReceiptsDialog } from '../receipts/receipts-dialog.tsx'
import { ReturnDialog } from '../returns/return-dialog.tsx'
import { ScannerDialog } from '../scanner/scanner-dialog.tsx'
import { SwitchCashierDialog } from '../session/switch-cashier-dialog.tsx'
import { ShiftDialog } from '../shift/shift-dialog.tsx'
import { StatusPanel } from '../status/status-panel.tsx'
import { FavouritesDialog } from '../tiles/favourites-dialog.tsx'
import { TillChoiceDialog } from '../tills/till-choice.tsx'
import { TrainingDialog } from '../training/training-dialog.tsx'
import { SellVoucherDialog } from '../vouchers/sell-voucher-dialog.tsx'
import type { OpenDialog } from './open-dialog.ts'

interface SellingDialogsProps {
  dialog: OpenDialog | null
  cart: Cart
  actions: CartActions
  commands: Commands
  mayReturn: boolean
  /** True when the cashier may delete lines and parked carts. */
  mayDelete: boolean
  onOpen: (dialog: OpenDialog | null) => void
  onAdd: (product: TillProduct) => void
  onPaid: (receipt: Receipt) => void
  /** Called when a parked cart or a return becomes the current cart. */
  onCartTakenUp: () => void
}

/** Renders the open dialog, if any. */
export function SellingDialogs({ dialog, cart, actions, commands, ...on }: SellingDialogsProps) {
  const close = () => on.onOpen(null)
  switch (dialog?.name) {
    case 'menu':
      return <MenuDialog commands={commands.all} onClose={close} />
    case 'help':
      return <HelpDialog onClose={close} />
    case 'status':
      return <StatusPanel onClose={close} />
    case 'payment':
      return <PaymentDialog cart={cart} onPaid={on.onPaid} onClose={close} />
    case 'discount': {
      const target = dialog.target ?? null
      return (
        <DiscountDialog
          cart={cart}
          target={target}
          onEnter={(discount) => actions.discount(target, discount)}
          onClose={close}
        />
      )
    }
    case 'sellVoucher':
      return (
        <SellVoucherDialog
          cart={cart}
          onSold={() => {
            close()
            on.onCartTakenUp()
          }}
          onClose={close}
        />
      )
    case 'buyer':
      return <BuyerDialog cart={cart} actions={actions} onClose={close} />
    case 'offers':
      return <OffersDialog cart={cart} actions={actions} onClose={close} />
    case 'figure':
      return dialog.missing ? (
        <FigureDialog missing={dialog.missing} onEnter={actions.addLine} onClose={close} />
      ) : null
    case 'parked':
      return (
        <ParkedDialog
          cart={cart}
          actions={actions}
          mayRemove={on.mayDelete}
          onResumed={on.onCartTakenUp}
          onClose={close}
        />
      )
    case 'shift':
    case 'cashIn':
    case 'cashOut':
    case 'xReport':
    case 'closeShift':
    case 'pastShifts':
    case 'openDrawer':
      return (
        <ShiftDialog
          key={dialog.name}
          initialView={dialog.name}
          onOpened={dialog.isToPay ? () => on.onOpen({ name: 'payment' }) : close}
          onClose={close}
        />
      )
    case 'favourites':
      return <FavouritesDialog onClose={close} />
    case 'product':
      return dialog.productId === undefined ? null : (
        <ProductDialog
          productId={dialog.productId}
          onAdd={(product) => {
            close()
            on.onAdd(product)
          }}
          onClose={close}
        />
      )
    case 'training':
      return <TrainingDialog onClose={close} />
    case 'cashier':
      return <SwitchCashierDialog onClose={close} />
    case 'scanner':
      return <ScannerDialog onClose={close} />
    case 'till':
      return <TillChoiceDialog onClose={close} />
    case 'printers':
      return <PrintersDialog onClose={close} />
    case 'receipts':
      return (
        <ReceiptsDialog
          initialNumber={dialog.number ?? null}
          onVouchersTakenBack={
            on.mayReturn
              ? () => {
                  close()
                  on.onCartTakenUp()
                }
              : undefined
          }
          onTakeBack={
            on.mayReturn
              ? (number, isExchange) => on.onOpen({ name: 'return', number, isExchange })
              : undefined
          }
          onClose={close}
        />
      )
    case 'return':
      return (
        <ReturnDialog
          initialNumber={dialog.number ?? null}
          isExchange={dialog.isExchange ?? false}
          isCartInUse={countOf(cart) > 0}
          onBegun={on.onCartTakenUp}
          onClose={close}
        />
      )
    default:
      return null
  }
}
