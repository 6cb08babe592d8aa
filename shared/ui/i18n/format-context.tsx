import { createContext, type ReactNode, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Format, makeFormat } from '#shared/std/format.ts'

const FormatContext = createContext<Format>(makeFormat('en'))

interface FormatProps {
  /** ISO 4217; undefined: not known yet. */
  currency: string | undefined
  /** IANA; undefined: that of the browser. */
  timeZone: string | undefined
  children: ReactNode
}

/** Money, numbers and times in the language of the page, and the currency and time zone given. */
export function FormatProvider({ currency, timeZone, children }: FormatProps) {
  const { i18n } = useTranslation()
  const format = useMemo(
    () => makeFormat(i18n.language, currency, timeZone),
    [i18n.language, currency, timeZone],
  )
  return <FormatContext value={format}>{children}</FormatContext>
}

export const useFormat = (): Format => use(FormatContext)
