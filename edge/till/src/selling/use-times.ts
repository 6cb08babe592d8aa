import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_TIMES } from '#shared/contracts/till/till.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { isPossible, readTimes, type TypedQuantity, typedOn, typedQuantityOf } from './times.ts'

/** Quantity typed before the next product (`3*`). It is shown and can be removed. */
export function useTimes() {
  const { t } = useTranslation()
  const format = useFormat()
  const [times, setTimes] = useState<number | null>(null)
  const digits = useRef('')

  const set = (typedTimes: number): void => {
    digits.current = ''
    if (isPossible(typedTimes)) setTimes(typedTimes)
    else
      showProblem(
        typedTimes === 0 ? t('times.nothing') : t('times.tooMany', { most: format.quantity(MOST_TIMES) }),
      )
  }
  const clear = (): void => {
    digits.current = ''
    setTimes(null)
  }
  return {
    times,
    set,
    clear,
    /** Returns the quantity for the current product and resets it for the next one. */
    take: (): TypedQuantity => {
      clear()
      return typedQuantityOf(times)
    },
    /** Handles keys typed outside of fields. */
    type: (typed: string): void => {
      const text = typedOn(digits.current, typed) ?? typedOn('', typed) ?? ''
      const typedTimes = readTimes(text)
      if (typedTimes === null) digits.current = text
      else set(typedTimes)
    },
  }
}

export type Times = ReturnType<typeof useTimes>
