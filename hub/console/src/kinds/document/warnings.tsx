import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DocumentWarning, SellsBelowCost } from '#shared/contracts/postings.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../../i18n/use-text.ts'

interface WarningsProps {
  warnings: readonly DocumentWarning[]
  onShowLine: (index: number) => void
}

/** Shows the warnings about a document that was just posted or unposted. */
export function Warnings({ warnings, onShowLine }: WarningsProps) {
  const t = useText()
  const below = warnings.filter(({ code }) => code === 'sells_below_cost') as SellsBelowCost[]
  return (
    <>
      {warnings.map(
        (warning) =>
          warning.code === 'counted_later' && (
            <Alert key={warning.documentId} color="yellow" role="status">
              {t('documents.countedLater')}{' '}
              <Link to={`/inventories/${warning.documentId}`}>
                {t('inventories.one', { number: warning.documentNumber })}
              </Link>
            </Alert>
          ),
      )}
      {below.length > 0 && <BelowCost lines={below} onShowLine={onShowLine} />}
    </>
  )
}

function BelowCost({ lines, onShowLine }: { lines: SellsBelowCost[]; onShowLine: (index: number) => void }) {
  const t = useText()
  const format = useFormat()
  return (
    <Alert color="yellow" role="status" title={t('documents.sellsBelowCost')}>
      <ul>
        {lines.map(({ lineNo, productName, price }) => (
          <li key={lineNo}>
            {t('documents.soldAt', { name: productName, price: format.amount(price) })}{' '}
            <Anchor component="button" type="button" onClick={() => onShowLine(lineNo - 1)}>
              {t('documents.toLine', { place: lineNo })}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
