import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import { type FlagValueKind, kindsOf, sentenceOf } from '#shared/flags/flag.ts'
import type { Format } from '#shared/std/format.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { type Text, useText } from '../i18n/use-text.ts'

type ShownFlag = Pick<SaleFlag, 'code' | 'detail' | 'values'>

/**
 * Returns a function that describes a flag in the user's language. A flag without values falls back to the
 * hub's text.
 */
export function useFlagLine(): (flag: ShownFlag) => string {
  const t = useText()
  const format = useFormat()
  return (flag) => {
    const sentence = sentenceOf(flag)
    if (!sentence) return flag.detail
    const shown = [...kindsOf(sentence)].map(([name, kind]) => [
      name,
      shownAs(kind, flag.values?.[name], t, format),
    ])
    return t(`flagDetail.${sentence}`, Object.fromEntries(shown))
  }
}

function shownAs(kind: FlagValueKind, value: string | number = '', t: Text, format: Format): string {
  const text = String(value)
  if (kind === 'text') return text
  if (kind === 'time') return format.dateTime(text)
  if (kind !== 'tender') return format[kind](Number(value))
  const [type = '', ...reference] = text.split(' ')
  return [t(`tenders.${type}`, { defaultValue: type }), ...reference].join(' ')
}
