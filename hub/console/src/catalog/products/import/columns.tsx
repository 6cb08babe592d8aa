import { IconArrowRight } from '@tabler/icons-react'
import type { ImportColumn } from '#shared/contracts/catalog/product-imports.ts'
import { type Text, useText } from '../../../i18n/use-text.ts'
import classes from './columns.module.css'

/** Lists the meaning of each column in the file. Ignored columns come last, with the reason. */
export function Columns({ columns }: { columns: readonly ImportColumn[] }) {
  const t = useText()
  const shown = [...columns.filter(({ field }) => field), ...columns.filter(({ field }) => !field)]
  return (
    <ul className={classes.columns} aria-label={t('import.columns')}>
      {shown.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header, and none moves
        <li key={index} data-unread={each.field === null || undefined}>
          {each.column || '—'} <IconArrowRight size={14} aria-hidden /> <b>{readAs(t, each)}</b>
        </li>
      ))}
    </ul>
  )
}

function readAs(t: Text, { field, of, reason }: ImportColumn): string {
  if (field === null) return t(`import.unread_${reason}`)
  const name = t(`changeSets.field_${field}`)
  return of === null ? name : `${name}, ${of}`
}
