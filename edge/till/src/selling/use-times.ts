import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_TIMES } from '#shared/contracts/till/till.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { type Asked, askedOf, isPossible, readTimes, typedOn } from './times.ts'

/** How many of what is scanned or chosen next go into the cart: typed before it (`3*`), seen and taken back. */
export function useTimes() {
  const { t } = useTranslation()
  const format = useFormat()
  const [times, setTimes] = useState<number | null>(null)
  const digits = useRef('')

  const set = (asked: number): void => {
    digits.current = ''
    if (isPossible(asked)) setTimes(asked)
    else
      showProblem(
        asked === 0 ? t('times.nothing') : t('times.tooMany', { most: format.quantity(MOST_TIMES) }),
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
    /** For the one product that comes now; the next one is one again. */
    take: (): Asked => {
      clear()
      return askedOf(times)
    },
    /** Keys that went into no field. */
    type: (typed: string): void => {
      const text = typedOn(digits.current, typed) ?? typedOn('', typed) ?? ''
      const asked = readTimes(text)
      if (asked === null) digits.current = text
      else set(asked)
    },
  }
}

export type Times = ReturnType<typeof useTimes>
