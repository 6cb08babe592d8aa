import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PRODUCT_IMPORT } from '#shared/contracts/catalog/product-imports.ts'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Part } from '../../../kinds/details/details.tsx'
import { Remarks, SaveRemarks } from './remarks.tsx'

/** Of the import with the id: columns that are not read, what is made besides products, warnings, and the faults as a file. */
export function AboutFile({ id, state }: { id: string; state: string }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [PRODUCT_IMPORT.path, id, state],
    queryFn: ({ signal }) => call(PRODUCT_IMPORT, { params: { id }, signal }),
  })
  const { outcome } = data ?? {}
  if (!outcome || !('rowsTotal' in outcome)) return null
  const { errors, warnings, warningsTotal } = outcome
  const ignored = outcome.ignoredColumns.map(({ column }) => column)
  const made = [
    ...outcome.groupsCreated.map((name) => t('import.newGroup', { name })),
    ...outcome.priceTypesCreated.map((name) => t('import.newPriceType', { name })),
    ...outcome.counterpartiesCreated.map((name) => t('import.newCounterparty', { name })),
  ]
  if (ignored.length + made.length + errors.length + warnings.length === 0) return null
  return (
    <Part isWide>
      <Stack gap={10}>
        {ignored.length > 0 && <Text size="sm">{t('import.ignored', { columns: ignored.join(', ') })}</Text>}
        {made.length > 0 && (
          <Text size="sm">
            {made.slice(0, SHOWN).join('; ')}
            {made.length > SHOWN && ' …'}
          </Text>
        )}
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
  )
}

/** So much of what is made besides the products is named. */
const SHOWN = 20
