import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../../../i18n/use-text.ts'
import classes from './import.module.css'

/** How many rows become what; the names are texts of the import. */
export function Counts({ counts }: { counts: Record<string, number> }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <dl className={classes.counts}>
      {Object.entries(counts).map(([name, count]) => (
        <div key={name}>
          <dt>{t(`import.${name}`)}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
