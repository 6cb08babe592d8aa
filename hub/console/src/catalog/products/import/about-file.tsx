import { Group, Stack, Text } from '@mantine/core'
import type { Made } from '#shared/contracts/catalog/product-imports.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Part } from '../../../kinds/details/details.tsx'
import { Columns } from './columns.tsx'
import { OpeningStock } from './opening-stock.tsx'
import { Remarks, SaveRemarks } from './remarks.tsx'
import { useOutcome } from './use-outcome.ts'

/**
 * Details of an import: the meaning of its columns, the records created besides products, warnings, and the
 * errors as a file.
 */
export function AboutFile({ id, state }: { id: string; state: string }) {
  const t = useText()
  const outcome = useOutcome({ id, state })
  if (!outcome) return null
  const { columns, errors, openingStock, warnings, warningsTotal } = outcome
  const undone = outcome.made.filter((one) => one.undone !== null)
  const made = [
    ['import.newGroups', outcome.groupsCreated],
    ['import.newPriceTypes', outcome.priceTypesCreated],
    ['import.newCounterparties', outcome.counterpartiesCreated],
  ] as const
  const named = made.filter(([, names]) => names.length > 0)
  return (
    <>
      {columns.length > 0 && (
        <Part isWide title={t('import.columns')}>
          <Columns columns={columns} />
        </Part>
      )}
      {openingStock.length > 0 && (
        <Part isWide title={t('import.openingStock')}>
          <OpeningStock drafts={openingStock} made={outcome.made} />
        </Part>
      )}
      {undone.length > 0 && (
        <Part isWide title={t('import.undoneBesides')}>
          <Stack gap={6}>
            {undone.slice(0, SHOWN).map((one) => (
              <UndoneOne key={one.id} made={one} />
            ))}
            {undone.length > SHOWN && ' …'}
          </Stack>
        </Part>
      )}
      {named.length + errors.length + warnings.length > 0 && (
        <Part isWide>
          <Stack gap={10}>
            {named.map(([key, names]) => (
              <Text key={key} size="sm">
                {t(key, { names: names.slice(0, SHOWN).join(', ') })}
                {names.length > SHOWN && ' …'}
              </Text>
            ))}
            {errors.length > 0 && (
              <Group gap={10}>
                <Text size="sm">{t('import.faultsWhy')}</Text>
                <SaveRemarks remarks={errors} fileName="faults.csv" />
              </Group>
            )}
            <Remarks
              title={t('import.warnings')}
              remarks={warnings}
              total={warningsTotal}
              fileName="warnings.csv"
            />
          </Stack>
        </Part>
      )}
    </>
  )
}

function UndoneOne({ made: { kind, name, reason } }: { made: Made }) {
  const t = useText()
  const what = t(`import.made_${kind}`, { name })
  return (
    <Text size="sm">
      {reason ? `${what} · ${t(`import.kept_${reason}`)}` : `${what} · ${t('import.takenBack')}`}
    </Text>
  )
}

/** Maximum number of records of each kind listed besides the products. */
const SHOWN = 20
