import { Button, Group, Loader, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useDryRun } from '../cart/use-dry-run.ts'
import { usualPayment } from '../payment/tender.ts'
import { useReceipt } from '../receipts/use-receipts.ts'
import { PickLine } from './pick-line.tsx'
import {
  isAnythingPicked,
  isEverythingPicked,
  type PickedLines,
  pickEverything,
  requestedLines,
} from './picked-lines.ts'
import { RefundFigures } from './refund-figures.tsx'
import styles from './returns.module.css'
import { type TakenBack, useBeginReturn } from './use-begin-return.ts'

interface PickLinesProps {
  number: string
  isExchange: boolean
  onBack: () => void
  onBegun: () => void
}

/**
 * Selects the lines of a receipt to return. Nothing is selected at first, and quantities cannot exceed what
 * is still returnable.
 */
export function PickLines({ number, isExchange, onBack, onBegun }: PickLinesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const { data: receipt, error } = useReceipt(number)
  const beginReturn = useBeginReturn()
  const [picked, setPicked] = useState<PickedLines>({})
  const take = useRef<HTMLButtonElement>(null)
  const isEverything = receipt !== undefined && isEverythingPicked(receipt.lines, picked)
  // After everything is selected, this button is the only one left to press.
  useEffect(() => {
    if (isEverything) take.current?.focus()
  }, [isEverything])
  const goods: TakenBack | null =
    receipt && isAnythingPicked(picked)
      ? { receiptNumber: number, lines: requestedLines(receipt.lines, picked) }
      : null
  const dryRun = useDryRun(goods, isExchange ? agent.tryExchange : agent.tryReturn)
  const problem = beginReturn.error ?? dryRun.error ?? error
  const isReturnable =
    receipt !== undefined && !receipt.isReturn && isAnythingPicked(pickEverything(receipt.lines))
  return (
    <Stack gap={16}>
      {!receipt && !error && <Loader m="auto" />}
      {problem && <Notice kind="problem">{problemText(problem)}</Notice>}
      {receipt?.isOfAnotherTill && (
        <p className={styles.note}>
          {t('return.soldElsewhere', {
            time: format.dateTime(receipt.soldAt),
            cashier: receipt.cashierName,
          })}
        </p>
      )}
      {receipt && !isReturnable && (
        <Notice kind="warning">{t(receipt.isReturn ? 'return.isReturnItself' : 'return.nothingLeft')}</Notice>
      )}
      {receipt && isReturnable && (
        <ul className={styles.lines} aria-label={t('return.lines')}>
          {receipt.lines.map((line) => (
            <PickLine
              key={line.lineNo}
              line={line}
              picked={picked[line.lineNo] ?? 0}
              onPick={(value) => setPicked({ ...picked, [line.lineNo]: value })}
            />
          ))}
        </ul>
      )}
      {dryRun.cart && <RefundFigures cart={dryRun.cart} isCurrent={dryRun.isCurrent} />}
      <Group justify="space-between">
        <Button
          // Recreated when it is the only button, so that it gets the focus.
          key={isReturnable ? 'beside' : 'alone'}
          variant="default"
          h={60}
          autoFocus={!isReturnable}
          data-autofocus={isReturnable ? undefined : true}
          onClick={onBack}
        >
          {t('return.otherReceipt')}
        </Button>
        {receipt && isReturnable && (
          <Button
            variant="default"
            h={60}
            autoFocus
            data-autofocus
            onClick={() => setPicked(pickEverything(receipt.lines))}
          >
            {t('return.everything')}
          </Button>
        )}
        {receipt && isReturnable && (
          <Button
            ref={take}
            h={60}
            color={isExchange ? 'ink' : 'warn'}
            flex="1 0 200px"
            loading={beginReturn.isPending}
            disabled={!goods}
            onClick={() => beginReturn.begin(goods, isExchange, onBegun)}
          >
            {t(isExchange ? 'exchange.take' : 'return.take', {
              sum: format.money(dryRun.cart ? backSum(dryRun.cart) : 0),
            })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/**
 * Returns the amount to give back, in major units: the rounded refund of a return, or the value of the goods
 * returned in an exchange.
 */
const backSum = (cart: Cart): number => cart.exchange?.sum ?? amountToNumber(usualPayment(cart).due)
