import { createContext, type ReactNode, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../status/use-status.ts'
import { type Format, makeFormat } from './format.ts'

const FormatContext = createContext<Format>(makeFormat('en'))

/** Money, numbers and times in the language of the page, the currency and the time zone of the retail point. */
export function FormatProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const settings = useSettings()
  const currency = settings?.currencyCode
  const timeZone = settings?.timeZone
  const format = useMemo(
    () => makeFormat(i18n.language, currency, timeZone),
    [i18n.language, currency, timeZone],
  )
  return <FormatContext value={format}>{children}</FormatContext>
}

export const useFormat = (): Format => use(FormatContext)
