import { createContext, type ReactNode, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Format, makeFormat } from '#shared/std/format.ts'

const FormatContext = createContext<Format>(makeFormat('en'))

interface FormatProps {
  /** ISO 4217 code; undefined until it is known. */
  currency: string | undefined
  /** IANA name; undefined for the time zone of the browser. */
  timeZone: string | undefined
  children: ReactNode
}

/** Provides formats of money, numbers and times in the language of the page. */
export function FormatProvider({ currency, timeZone, children }: FormatProps) {
  const { i18n } = useTranslation()
  const format = useMemo(
    () => makeFormat(i18n.language, currency, timeZone),
    [i18n.language, currency, timeZone],
  )
  return <FormatContext value={format}>{children}</FormatContext>
}

export const useFormat = (): Format => use(FormatContext)
