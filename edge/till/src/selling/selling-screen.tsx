import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, Receipt, TillProduct } from '#shared/contracts/till/till.ts'
import { isDialogOpen } from '#shared/ui/controls/is-dialog-open.ts'
import { clearMessages, showMessage, showProblem } from '#shared/ui/controls/message.tsx'
import { CartPanel } from '../cart/cart-panel.tsx'
import { linesOf } from '../cart/cart-sum.ts'
import type { MissingFigure } from '../cart/missing-figure.ts'
import { useCart, useFetchCart } from '../cart/use-cart.ts'
import { useCartActions } from '../cart/use-cart-actions.ts'
import { ProductSearch } from '../catalog/product-search.tsx'
import { useCommands } from '../commands/use-commands.ts'
import { useShowCustomer } from '../customer/customer-channel.ts'
import { type DiscountTarget, whyNoDiscount } from '../discount/why-no-discount.ts'
import { ReceiptScreen } from '../receipts/receipt-screen.tsx'
import { setFieldValue } from '../scanner/field-snapshot.ts'
import { useScanTarget } from '../scanner/scan-target.tsx'
import { type SignedInCashier, useIsTraining, useSignOut } from '../session/use-session.ts'
import { StartingScreen } from '../setup/starting-screen.tsx'
import { ShiftNotice } from '../shift/shift-notice.tsx'
import { useShift } from '../shift/use-shift.ts'
import { useIsSilent, useSettings } from '../status/use-status.ts'
import { focusTile } from '../tiles/tile-focus.ts'
import { ChooseProductDialog } from './choose-product-dialog.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { type PhoneTab, PhoneTabs } from './phone-tabs.tsx'
import styles from './selling.module.css'
import { SellingDialogs } from './selling-dialogs.tsx'
import { SellingHeader } from './selling-header.tsx'
import { useLineSelection } from './use-line-selection.ts'
import { useScanToCart } from './use-scan-to-cart.ts'
import { isInField, isSearchBegun, stepOf, useSellingKeys } from './use-selling-keys.ts'
import { useTimes } from './use-times.ts'

/** Message keys for a product that cannot be added because its missing input cannot be requested at the moment. */
const REASONS = {
  price: 'cart.priceless',
  quantity: 'cart.unweighed',
  markingCode: 'cart.unanswered',
  ageCheck: 'cart.unanswered',
} as const satisfies Record<MissingFigure['figure'], string>

export function SellingScreen({ cashier }: { cashier: SignedInCashier }) {
  const { data: cart } = useCart()
  return cart ? <Selling cashier={cashier} cart={cart} /> : <StartingScreen />
}

function Selling({ cashier, cart }: { cashier: SignedInCashier; cart: Cart }) {
  const { t } = useTranslation()
  const isSilent = useIsSilent()
  const searchField = useRef<HTMLInputElement>(null)
  const tiles = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [tab, setTab] = useState<PhoneTab>('goods')
  const isTraining = useIsTraining()
  useShowCustomer(
    useMemo(() => ({ ...(receipt ? { receipt } : { cart }), isTraining }), [receipt, cart, isTraining]),
  )
  const settings = useSettings()
  const { shift } = useShift()
  // A ref, because the state at the time of the agent's response counts: the first input was entered in a
  // dialog too.
  const isCovered = useRef(false)
  isCovered.current = dialog !== null
  // Older messages would cover the fields of the dialog.
  useEffect(() => {
    if (dialog) clearMessages()
  }, [dialog])
  const askFigure = (missing: MissingFigure): void => {
    const { figure, productName: name } = missing
    const mayAsk = figure !== 'price' || settings?.allowCustomPrice
    if (mayAsk && !isCovered.current) setDialog({ name: 'figure', missing })
    else showProblem(t(REASONS[figure], { name }))
  }
  const actions = useCartActions(askFigure)
  const look = useFetchCart()
  const times = useTimes()
  const lines = useMemo(() => linesOf(cart), [cart])
  const selection = useLineSelection(lines)
  const selected = lines.find((line) => line.id === selection.selectedId)
  const mayReturn = cashier.permissions.includes('pos.return')
  const mayDelete = cart.isReturn || (settings?.allowDeleteLines ?? true)
  const signOut = useSignOut()
  const requiresCashierChoice = settings?.requireCashierChoice ?? false
  const mayPay =
    cashier.permissions.includes(cart.isReturn ? 'pos.return' : 'pos.sell') && (!cart.exchange || mayReturn)

  const scans = useScanToCart(cart, {
    onReceipt: (number) => setDialog({ name: 'receipts', number }),
    onMissing: askFigure,
  })
  const onTyped = (text: string, typed: string, isAlone: boolean): boolean => {
    if (receipt !== null || isSilent || isDialogOpen()) return false
    // After another character, the key can be part of a code.
    const by = isAlone ? stepOf(text) : null
    if (!isInField()) times.type(text)
    if (by && selected) actions.step(selected.id, by)
    const field = searchField.current
    if (!by && field && isSearchBegun(typed)) {
      field.focus()
      setFieldValue(field, typed)
    }
    return by !== null
  }
  const endSale = (): void => {
    if (receipt && requiresCashierChoice) signOut.mutate()
    else setReceipt(null)
  }
  // A scan while the receipt is shown begins the next sale, unless a cashier must be selected first.
  useScanTarget((code) => {
    endSale()
    if (receipt && requiresCashierChoice) showMessage(t('scan.notNow'))
    else scans.scan(code, dialog !== null, times.take())
  }, onTyped)

  const add = (product: TillProduct) => actions.add(product, cart, times.take())
  const showProduct = (productId: string) => setDialog({ name: 'product', productId })
  const pay = (): void => {
    if (cart.lines.length + cart.vouchers.length === 0 || !mayPay) return
    if (cart.isReturn || cart.exchange) void look().then(openPayment)
    else openPayment(cart)
  }
  /**
   * Opens the payment. A return is refused first when another till has already taken back its products,
   * because the next step moves money on the card terminal.
   */
  const openPayment = ({ isTakenBack }: Cart): void => {
    if (isTakenBack) {
      showProblem(t('return.takenBack'))
      return
    }
    const isShiftMissing = shift === null && settings?.requireShift === true
    setDialog(isShiftMissing ? { name: 'shift', isToPay: true } : { name: 'payment' })
  }
  const discount = (target: DiscountTarget): void => {
    const line = cart.lines.find(({ id }) => id === target) ?? null
    if (cart.lines.length === 0 || receipt !== null) return
    // Returned products keep their discount.
    const isBack = target !== null && !line
    const reason = isBack ? 'discount.asOnReceipt' : whyNoDiscount(cart, line)
    if (reason) showProblem(t(reason))
    else setDialog({ name: 'discount', target })
  }
  const commands = useCommands({
    cart,
    cashier,
    settings,
    hasShift: shift != null,
    isReceiptShown: receipt !== null,
    open: setDialog,
  })
  useSellingKeys(!isSilent, commands, {
    search: () => {
      setTab('goods')
      searchField.current?.focus()
    },
    tiles: () => {
      setTab('goods')
      // While the search field has text, the tiles are hidden, so clear it first.
      if (searchField.current) setFieldValue(searchField.current, '')
      requestAnimationFrame(() => focusTile(tiles.current))
    },
    productInfo: () => {
      const productId = productAtFocus(searchField.current) ?? selected?.productId
      if (productId && receipt === null) showProduct(productId)
    },
    menu: () => setDialog({ name: 'menu' }),
    pay,
    discountLine: () => selected && discount(selected.id),
    removeLine: () => {
      const isBack = selected && !cart.lines.includes(selected)
      if (selected && (mayDelete || isBack)) actions.remove(selected, cart)
    },
    undo: actions.undo,
    lineBefore: () => selection.moveBy(-1),
    lineAfter: () => selection.moveBy(1),
  })

  return (
    <div className={styles.screen}>
      <SellingHeader cashier={cashier} commands={commands} onMenu={() => setDialog({ name: 'menu' })} />
      <ShiftNotice onCloseShift={() => setDialog({ name: 'closeShift' })} />
      {receipt ? (
        <ReceiptScreen receipt={receipt} onNewSale={endSale} />
      ) : (
        <main className={styles.panels} inert={isSilent} data-tab={tab}>
          <ProductSearch
            field={searchField}
            tiles={tiles}
            times={times}
            onChoose={add}
            onInfo={showProduct}
            onArrange={() => commands.run('favourites')}
          />
          <CartPanel
            cart={cart}
            actions={actions}
            selectedId={selection.selectedId}
            onSelect={selection.select}
            onPay={pay}
            onPark={() => commands.run('parked')}
            onOffers={() => commands.run('offers')}
            onBuyer={() => commands.run('buyer')}
            onDiscount={discount}
            onInfo={showProduct}
            mayPay={mayPay}
          />
          <PhoneTabs tab={tab} cart={cart} onChange={setTab} />
        </main>
      )}
      <SellingDialogs
        dialog={dialog}
        cart={cart}
        actions={actions}
        commands={commands}
        mayReturn={mayReturn}
        mayDelete={settings?.allowDeleteLines ?? true}
        onOpen={setDialog}
        onAdd={add}
        onCartTakenUp={() => {
          setReceipt(null)
          setTab('cart')
        }}
        onPaid={(paid) => {
          setDialog(null)
          setReceipt(paid)
        }}
      />
      {scans.ambiguous && (
        <ChooseProductDialog
          key={scans.ambiguous.code}
          ambiguous={scans.ambiguous}
          onChoose={(product) => actions.add(product, cart, scans.ambiguous?.typedQuantity ?? {})}
          onClose={scans.dismissAmbiguous}
        />
      )}
    </div>
  )
}

/**
 * Returns the id of the product whose tile has the focus. While the search field has the focus, returns the
 * product selected in its list. Otherwise returns undefined.
 */
function productAtFocus(searchField: HTMLElement | null): string | undefined {
  const { activeElement } = document
  const shown =
    searchField !== null && activeElement === searchField
      ? document.getElementById(searchField.getAttribute('aria-activedescendant') ?? '')
      : activeElement
  return shown instanceof HTMLElement ? shown.dataset.product : undefined
}
