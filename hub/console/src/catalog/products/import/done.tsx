import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PRODUCT_IMPORT } from '#shared/contracts/catalog/product-imports.ts'
import { PRODUCTS } from '#shared/contracts/catalog/products.ts'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { StepProps } from '../../../kinds/wizard/wizard-page.tsx'
import { readJobsAgain } from '../../../shell/jobs.ts'
import { Counts } from './counts.tsx'
import type { ImportState } from './import-state.ts'
import { Remarks } from './remarks.tsx'

const LOOK_MS = 1000

/** What was imported; of a large file how far its job is. */
export function Done({ state: { importId, outcome: atOnce }, restart }: StepProps<ImportState>) {
  const t = useText()
  const client = useQueryClient()
  const { data: job } = useQuery({
    queryKey: [PRODUCT_IMPORT.path, importId],
    enabled: importId !== null,
    queryFn: () => call(PRODUCT_IMPORT, { params: { id: importId ?? '' } }),
    refetchInterval: ({ state: { data } }) => (data?.endedAt ? false : LOOK_MS),
  })
  const result = atOnce ?? job?.outcome ?? null
  const isOver = result !== null
  useEffect(() => {
    void readJobsAgain(client)
    if (isOver) void client.invalidateQueries({ queryKey: [PRODUCTS.base] })
  }, [isOver, client])
  if (!result) {
    const { rowsDone = 0, rowsTotal } = job ?? {}
    return (
      <Stack role="status">
        <Text fw={600}>{t('import.running')}</Text>
        <Progress value={rowsTotal ? (rowsDone / rowsTotal) * 100 : 0} aria-label={t('import.running')} />
        <Text size="sm" c="dimmed">
          {t('import.runningWhy')}
        </Text>
      </Stack>
    )
  }
  return (
    <Stack>
      {'created' in result ? (
        <>
          <Alert color="teal" role="status">
            {t('import.isDone')}
          </Alert>
          <Counts
            counts={{
              created: result.created,
              updated: result.updated,
              unchanged: result.unchanged,
              refused: result.errorsTotal,
            }}
          />
        </>
      ) : (
        <Alert color="red" role="alert">
          {result.detail}
        </Alert>
      )}
      <Remarks
        title={t('import.faults')}
        remarks={result.errors}
        total={result.errorsTotal}
        fileName="faults.csv"
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={restart}>
          {t('import.another')}
        </Button>
        {'created' in result && result.changeSetId && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to={`/changes/${result.changeSetId}` as '/'} {...props} />}
          >
            {t('import.toChange')}
          </Button>
        )}
        <Button renderRoot={(props) => <Link to="/products" {...props} />}>{t('import.toProducts')}</Button>
      </Group>
    </Stack>
  )
}
