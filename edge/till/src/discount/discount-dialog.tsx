import { Button, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, TillDiscount } from '#shared/contracts/till/till.ts'
import { amount } from '#shared/money/decimal.ts'
import { Choice, Choices } from '#shared/ui/controls/choice.tsx'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { emptyEntry, entryValue, pressKeypad, suggestedEntry } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useDryRun } from '../cart/use-dry-run.ts'
import { hotkeysOf, keyOf } from '../commands/keys.ts'
import { useSettings } from '../status/use-status.ts'
import styles from './discount.module.css'
import { DiscountFigures } from './discount-figures.tsx'
import type { DiscountTarget } from './why-no-discount.ts'

interface DiscountDialogProps {
  cart: Cart
  target: DiscountTarget
  onEnter: (discount: TillDiscount | null) => void
  onClose: () => void
}

type Unit = 'percent' | 'amount'
const QUICK_PERCENTS = [5, 10, 15, 20]
const PLACES = 2

/** Asks for a discount, as a percentage or an amount, and shows the resulting total as calculated by the agent. */
export function DiscountDialog({ cart, target, ...on }: DiscountDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const currency = useSettings()?.currencySymbol ?? ''
  const line = cart.lines.find(({ id }) => id === target)
  const given = line ? line.discount : cart.discount
  const [unit, setUnit] = useState<Unit>(given && 'amount' in given ? 'amount' : 'percent')
  const [entry, setEntry] = useState(() => (given ? suggestedEntry(figureOf(given)) : emptyEntry))

  const value = entryValue(entry)
  const most = line ? line.maxDiscount : cart.maxReceiptDiscount
  const isTooMuch =
    value !== null && (unit === 'percent' ? value > cart.maxDiscountPercent : amount(value) > amount(most))
  const isGiven = value !== null && value > 0 && !isTooMuch
  const discount: TillDiscount | null = isGiven
    ? unit === 'percent'
      ? { percent: value }
      : { amount: value }
    : null
  // An empty entry or 0 removes a discount.
  const isValid = isGiven || (given !== null && !isTooMuch && !entry.isWrong)
  const dryRun = useDryRun(
    isValid ? { version: cart.version, lineId: line?.id, discount } : null,
    ({ lineId, discount }, signal) =>
      lineId === undefined
        ? agent.tryCart({ discount }, signal)
        : agent.tryLine(lineId, { discount }, signal),
  )
  const choose = (chosen: Unit): void => {
    setUnit(chosen)
    setEntry(emptyEntry)
  }
  const enter = (chosen: TillDiscount | null): void => {
    on.onEnter(chosen)
    on.onClose()
  }
  useHotkeys(
    [...hotkeysOf('percentOff', () => choose('percent')), ...hotkeysOf('amountOff', () => choose('amount'))],
    [],
  )
  const atMost = {
    percent: format.percent(cart.maxDiscountPercent),
    sum: format.money(most),
  }
  return (
    <Modal
      opened
      onClose={on.onClose}
      size={760}
      padding={24}
      title={t(line ? 'discount.ofLine' : 'discount.ofReceipt')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <form
        className={styles.columns}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (isValid) enter(discount)
        }}
      >
        <div className={styles.side}>
          {line && <div className={styles.subject}>{line.name}</div>}
          <Choices label={t('discount.unit')}>
            <Choice value="percent" chosen={unit} shortcut={keyOf('percentOff')} onChoose={choose}>
              {t('discount.percent')}
            </Choice>
            <Choice value="amount" chosen={unit} shortcut={keyOf('amountOff')} onChoose={choose}>
              {t('discount.amount')}
            </Choice>
          </Choices>
          {unit === 'percent' && (
            <fieldset className={styles.quick} aria-label={t('discount.quick')}>
              {QUICK_PERCENTS.filter((quick) => quick <= cart.maxDiscountPercent).map((quick) => (
                <Button
                  key={quick}
                  variant="default"
                  h={52}
                  px={0}
                  fz="lg"
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => setEntry(suggestedEntry(quick))}
                >
                  {format.percent(quick)}
                </Button>
              ))}
            </fieldset>
          )}
          <DiscountFigures
            before={cart}
            after={dryRun.cart ?? cart}
            target={target}
            isCurrent={dryRun.isCurrent}
          />
          {dryRun.error && <Notice kind="problem">{problemText(dryRun.error)}</Notice>}
        </div>
        <div className={styles.side}>
          <NumberField
            key={unit}
            label={t(unit === 'percent' ? 'discount.percentOff' : 'discount.amountOff')}
            entry={entry}
            onChange={setEntry}
            places={PLACES}
            suffix={unit === 'percent' ? '%' : currency}
            placeholder="0"
            description={t('discount.atMost', atMost)}
            error={isTooMuch}
          />
          <Keypad keyHeight={52} onPress={(key) => setEntry(pressKeypad(entry, key, PLACES))} />
          <Button type="submit" h={60} fz="xl" disabled={!isValid}>
            {t(isGiven || !given ? 'discount.give' : 'discount.takeOff')}{' '}
            <KeyHint>{keyOf('confirm')}</KeyHint>
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const figureOf = (discount: TillDiscount): number =>
  'percent' in discount ? discount.percent : discount.amount
