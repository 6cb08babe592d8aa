import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { RefusalAlert } from '../../../forms/refusal-alert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import type { StepProps } from '../../../kinds/wizard/wizard-page.tsx'
import { Counts } from './counts.tsx'
import { type ImportState, sendFile } from './import-state.ts'
import { Remarks } from './remarks.tsx'

/** What the import would do, before it does it. */
export function Plan({ state: { file, format, plan }, next, back }: StepProps<ImportState>) {
  const t = useText()
  const [isSkipping, setSkipping] = useState(false)
  const apply = useMutation({
    mutationFn: (given: File) => sendFile(format, given, { onFaults: isSkipping ? 'skip' : 'refuse' }),
    onSuccess: (answer) => {
      if ('status' in answer) next({ importId: answer.id })
      else if ('created' in answer) next({ outcome: answer })
    },
  })
  if (!plan || !file) return null
  const { toCreate, toUpdate, unchanged, errors, errorsTotal, warnings, warningsTotal } = plan
  const made = [
    ...plan.groupsCreated.map((name) => t('import.newGroup', { name })),
    ...plan.priceTypesCreated.map((name) => t('import.newPriceType', { name })),
    ...plan.counterpartiesCreated.map((name) => t('import.newCounterparty', { name })),
  ]
  const ignored = plan.ignoredColumns.map(({ column }) => column)
  const hasWork = toCreate + toUpdate > 0
  return (
    <Stack>
      <Text fw={600}>{file.name}</Text>
      <Counts counts={{ toCreate, toUpdate, unchanged, refused: errorsTotal }} />
      {ignored.length > 0 && <Text size="sm">{t('import.ignored', { columns: ignored.join(', ') })}</Text>}
      {made.length > 0 && <Text size="sm">{made.slice(0, SHOWN).join('; ')}</Text>}
      <Remarks title={t('import.faults')} remarks={errors} total={errorsTotal} fileName="faults.csv" />
      <Remarks
        title={t('import.warnings')}
        remarks={warnings}
        total={warningsTotal}
        fileName="warnings.csv"
      />
      {errorsTotal > 0 && (
        <Switch
          label={t('import.skip')}
          description={t('import.skipWhy')}
          checked={isSkipping}
          onChange={({ currentTarget }) => setSkipping(currentTarget.checked)}
        />
      )}
      <RefusalAlert refusal={apply.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={back}>
          {t('import.back')}
        </Button>
        <Button
          disabled={(errorsTotal > 0 && !isSkipping) || !hasWork}
          title={hasWork ? undefined : t('import.nothing')}
          loading={apply.isPending}
          onClick={() => apply.mutate(file)}
        >
          {t('import.apply')}
        </Button>
      </Group>
    </Stack>
  )
}

/** So much of what is made beside the products is named. */
const SHOWN = 20
