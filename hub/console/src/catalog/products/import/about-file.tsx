import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PRODUCT_IMPORT } from '#shared/contracts/catalog/product-imports.ts'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Part } from '../../../kinds/details/details.tsx'
import { Columns } from './columns.tsx'
import { Remarks, SaveRemarks } from './remarks.tsx'

/** Of the import with the id: what its columns are read as, what is made besides products, warnings, and the faults as a file. */
export function AboutFile({ id, state }: { id: string; state: string }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [PRODUCT_IMPORT.path, id, state],
    queryFn: ({ signal }) => call(PRODUCT_IMPORT, { params: { id }, signal }),
  })
  const { outcome } = data ?? {}
  if (!outcome || !('rowsTotal' in outcome)) return null
  const { columns, errors, warnings, warningsTotal } = outcome
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

/** So many of each kind that is made besides the products are named. */
const SHOWN = 20
