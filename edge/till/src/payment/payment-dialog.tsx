import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCash, IconCreditCard } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import type { PaymentType } from '#shared/pricing/sale.ts'
import { Choice, Choices } from '#shared/ui/controls/choice.tsx'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { emptyEntry, pressKeypad } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { useIsSilent } from '../status/use-status.ts'
import { OutcomeWords } from './outcome-words.tsx'
import styles from './payment.module.css'
import { QuickCash } from './quick-cash-buttons.tsx'
import { RoundedFigures } from './rounded-figures.tsx'
import { leftToPay, noTender, outcomeOf, roundingAt, takePart, tendersOf } from './tender.ts'
import { TenderParts } from './tender-parts.tsx'
import { usePayCart } from './use-pay-cart.ts'

interface PaymentDialogProps {
  cart: Cart
  onPaid: (receipt: Receipt) => void
  onClose: () => void
}

export function PaymentDialog({ cart, onPaid, onClose }: PaymentDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const isSilent = useIsSilent()
  const [tendering, setTendering] = useState(noTender)
  const pay = usePayCart()
  const isPaying = useRef(false)

  const { isReturn } = cart
  const bill = {
    sum: amount(cart.sum),
    rounding: { ...cart.rounding, step: amount(cart.rounding.step) },
    most: cart.refundable === null ? null : amount(cart.refundable),
  }
  const left = leftToPay(bill, tendering)
  const outcome = outcomeOf(bill, tendering, isReturn)
  const withRest = takePart(bill, tendering)
  const choose = (type: PaymentType) => setTendering({ ...tendering, type, entry: emptyEntry })

  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    // State comes too late for the second of two presses within a frame.
    if (!outcome.ok || isPaying.current || isSilent || cart.lines.length === 0) return
    isPaying.current = true
    pay.mutate(
      { cart, tenders: tendersOf(bill, tendering) },
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
      ['F9', () => submit()],
      ['F12', () => submit()],
      ['F6', () => choose('Cash')],
      ['F7', () => choose('Card')],
    ],
    [],
  )

  return (
    <Modal
      opened
      onClose={() => !pay.isPending && onClose()}
      size={860}
      padding={24}
      title={t(isReturn ? 'payment.refundTitle' : 'payment.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
      styles={
        isReturn
          ? {
              header: { background: 'var(--warn)', color: 'var(--on-color)' },
              close: { color: 'var(--on-color)' },
            }
          : {}
      }
    >
      <form onSubmit={submit} className={styles.columns} style={{ paddingTop: 12 }}>
        <div className={styles.figures}>
          <RoundedFigures
            sum={bill.sum}
            rounding={roundingAt(bill, tendering)}
            isRounded={cart.rounding.mode !== 'None' || roundingAt(bill, tendering) !== 0}
            isReturn={isReturn}
          />
          <TenderParts tendering={tendering} left={left} onChange={setTendering} />
          <Choices label={t('payment.type')}>
            <Choice
              value="Cash"
              chosen={tendering.type}
              shortcut="F6"
              icon={<IconCash size={24} />}
              onChoose={choose}
            >
              {t('payment.cash')}
            </Choice>
            <Choice
              value="Card"
              chosen={tendering.type}
              shortcut="F7"
              icon={<IconCreditCard size={24} />}
              onChoose={choose}
            >
              {t('payment.card')}
            </Choice>
          </Choices>
          {tendering.type === 'Card' ? (
            <>
              <Text fz="md" c="var(--text-quiet)">
                {t(isReturn ? 'payment.cardRefundHint' : 'payment.cardHint')}
              </Text>
              <TextInput
                label={t('payment.reference')}
                maxLength={255}
                value={tendering.reference}
                onChange={(event) => setTendering({ ...tendering, reference: event.currentTarget.value })}
              />
            </>
          ) : (
            !isReturn && (
              <QuickCash
                left={left}
                onChoose={(value) =>
                  setTendering({ ...tendering, entry: { text: String(value), isFresh: true } })
                }
              />
            )
          )}
          <OutcomeWords outcome={outcome} isReturn={isReturn} />
          {pay.error && <Notice kind="problem">{problemText(pay.error)}</Notice>}
        </div>
        <div className={styles.figures}>
          <NumberField
            // Rebuilt with each part that is taken, so that it has the focus again.
            key={tendering.parts.length}
            label={t(
              tendering.type === 'Card' ? 'payment.byCard' : isReturn ? 'payment.inCash' : 'payment.received',
            )}
            entry={tendering.entry}
            placeholder={format.amount(amountToNumber(left))}
            onChange={(entry) => setTendering({ ...tendering, entry })}
            places={2}
          />
          <Keypad
            keyHeight={56}
            onPress={(key) => setTendering({ ...tendering, entry: pressKeypad(tendering.entry, key, 2) })}
          />
          <Button
            variant="default"
            h={56}
            size="md"
            px={8}
            disabled={!withRest}
            onClick={() => withRest && setTendering(withRest)}
          >
            {t(tendering.type === 'Card' ? 'payment.restInCash' : 'payment.restByCard')}
          </Button>
          <Button
            type="submit"
            h={68}
            fz="xl"
            color={isReturn ? 'warn' : 'ink'}
            loading={pay.isPending}
            disabled={!outcome.ok || isSilent}
          >
            {t(isReturn ? 'payment.confirmRefund' : 'payment.confirm')} <KeyHint>F9</KeyHint>
          </Button>
        </div>
      </form>
    </Modal>
  )
}
