import { Button, Modal } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { isCash, needsReference, type TenderType } from '#shared/domain/tenders.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { countOf } from '../cart/cart-sum.ts'
import { hotkeysOf, keyOf } from '../commands/keys.ts'
import { ExchangeFigures } from '../exchange/exchange-figures.tsx'
import { useAskPoints } from '../loyalty/use-ask-points.ts'
import { ReasonField } from '../reasons/reason-field.tsx'
import { useIsSilent, useSettings } from '../status/use-status.ts'
import { AmountEntry } from './amount-entry.tsx'
import { OutcomeWords } from './outcome-words.tsx'
import styles from './payment.module.css'
import { isUnlikelyCash } from './quick-cash.ts'
import { RoundedFigures } from './rounded-figures.tsx'
import {
  beginTendering,
  billOf,
  chooseType,
  enteredAmount,
  leftToPay,
  otherwiseOf,
  outcomeOf,
  roundingAt,
  type Tendering,
  tendersOf,
} from './tender.ts'
import { TENDER_KEYS, TenderChoice } from './tender-choice.tsx'
import { TenderDetails } from './tender-details.tsx'
import { TenderParts } from './tender-parts.tsx'
import { UnlikelyCashDialog } from './unlikely-cash-dialog.tsx'
import { usePayCart } from './use-pay-cart.ts'

interface PaymentDialogProps {
  cart: Cart
  onPaid: (receipt: Receipt) => void
  onClose: () => void
}

/** Media query for phones, as in payment.module.css. */
const PHONE = '(max-width: 720px)'

export function PaymentDialog({ cart, onPaid, onClose }: PaymentDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const isSilent = useIsSilent()
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const bill = billOf(cart)
  const [tendering, setTendering] = useState<Tendering>(() => beginTendering(bill))
  const pay = usePayCart()
  const isAskingPoints = useAskPoints(cart)
  const isPaying = useRef(false)
  const [isUnlikely, setUnlikely] = useState(false)
  const currencyCode = useSettings()?.currencyCode ?? ''

  const { isReturn } = bill
  const left = leftToPay(bill, tendering)
  // The fields of the voucher show the next step.
  const isAskingVoucher = needsReference(tendering.type) && !isReturn && !tendering.voucher
  const outcome = outcomeOf(bill, tendering, isReturn)
  const choose = (type: TenderType) => setTendering(chooseType(bill, tendering, type))

  const received = enteredAmount(bill, tendering)
  const isChecked =
    isCash(tendering) && !isReturn && isUnlikelyCash(received, leftToPay(bill, tendering), currencyCode)

  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (outcome.ok && isChecked) setUnlikely(true)
    else complete()
  }
  const complete = (): void => {
    // A state update would be too late for the second of two presses within a frame.
    if (!outcome.ok || isPaying.current || isSilent || countOf(cart) === 0) return
    isPaying.current = true
    pay.mutate(
      { cart, tenders: tendersOf(bill, tendering), reason: tendering.reason },
      {
        onSuccess: onPaid,
        onSettled: () => {
          isPaying.current = false
        },
      },
    )
  }
  useHotkeys(
    [
      ...hotkeysOf('completeSale', () => submit()),
      ...TENDER_KEYS.flatMap((name, index) => {
        const type = bill.order[index]
        return type && bill.types.includes(type) ? hotkeysOf(name, () => choose(type)) : []
      }),
    ],
    [],
  )

  return (
    <>
      <Modal
        opened
        onClose={() => !pay.isPending && onClose()}
        size={860}
        fullScreen={isPhone}
        padding={isPhone ? 12 : 24}
        title={t(isReturn ? 'payment.refundTitle' : 'payment.title')}
        closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
        {...(isPhone && { yOffset: 0 })}
        styles={{
          ...(isPhone && { content: { maxHeight: 'none' } }),
          ...(isReturn && {
            header: { background: 'var(--warn)', color: 'var(--on-color)' },
            close: { color: 'var(--on-color)' },
          }),
        }}
      >
        <form onSubmit={submit} className={styles.columns}>
          <div className={styles.figures}>
            {cart.exchange && <ExchangeFigures cart={cart} exchange={cart.exchange} />}
            <RoundedFigures
              sum={(bill.sum + bill.inAdvance) as Amount}
              rounding={roundingAt(bill, tendering)}
              isRounded={bill.rounding.mode !== 'None' || roundingAt(bill, tendering) !== 0}
              isReturn={isReturn}
            />
            <TenderParts tendering={tendering} left={left} isReturn={isReturn} onChange={setTendering} />
            <TenderChoice {...bill} chosen={tendering.type} onChoose={choose} />
            <TenderDetails
              bill={bill}
              tendering={tendering}
              points={cart.points}
              isAskingPoints={isAskingPoints}
              left={left}
              isReturn={isReturn}
              onChange={setTendering}
            />
            {bill.allowsOther && otherwiseOf(bill, tendering).length > 0 && (
              <ReasonField
                purpose="return"
                label={t('payment.refundReason')}
                reason={tendering.reason}
                onChange={(reason) => setTendering({ ...tendering, reason })}
              />
            )}
            {!isAskingVoucher && <OutcomeWords outcome={outcome} isReturn={isReturn} />}
            {pay.error && <Notice kind="problem">{problemText(pay.error)}</Notice>}
          </div>
          <div className={styles.figures}>
            <AmountEntry
              bill={bill}
              tendering={tendering}
              isReturn={isReturn}
              isPhone={isPhone}
              onChange={setTendering}
            />
            <div className={styles.submit}>
              <Button
                type="submit"
                fullWidth
                h={isPhone ? 60 : 68}
                fz="xl"
                color={isReturn ? 'warn' : 'ink'}
                loading={pay.isPending}
                disabled={!outcome.ok || isSilent}
              >
                {t(isReturn ? 'payment.confirmRefund' : 'payment.confirm')}{' '}
                <KeyHint>{keyOf('completeSale')}</KeyHint>
              </Button>
            </div>
          </div>
        </form>
      </Modal>
      {isUnlikely && outcome.ok && (
        <UnlikelyCashDialog
          received={received}
          change={outcome.changeSum}
          onConfirm={complete}
          onClose={() => setUnlikely(false)}
        />
      )}
    </>
  )
}
