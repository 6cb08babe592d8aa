import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import classes from './home.module.css'

/** Bar chart of the daily revenue. It is drawn without a library, to keep the first page small. */
export function DayChart({ series }: { series: readonly { date: string; revenue: number }[] }) {
  const t = useText()
  const format = useFormat()
  const most = Math.max(1, ...series.map(({ revenue }) => revenue))
  return (
    <div className={classes.chart} role="img" aria-label={t('home.chart')}>
      {series.map(({ date, revenue }) => (
        <span
          key={date}
          title={`${format.day(date)} · ${format.money(revenue)}`}
          style={{ height: `${Math.max(1, (100 * revenue) / most)}%` }}
        />
      ))}
    </div>
  )
}
