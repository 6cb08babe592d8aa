import { Button, Group } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import type { QueryClient } from '@tanstack/react-query'
import { type ResourceTable, updateOf } from '#shared/contracts/endpoint.ts'
import { call } from '../../api/call.ts'
import type { Text } from '../../i18n/use-text.ts'
import { hide, showDone, showProblem } from '../../shell/messages.ts'
import type { ItemOf, RecordDefinition } from './record-definition.ts'
import { valuesOf } from './values-of.ts'

interface Saved<Table extends ResourceTable> {
  t: Text
  client: QueryClient
  definition: RecordDefinition<Table>
  before: ItemOf<Table>
  saved: ItemOf<Table>
}

const SHOWN_MS = 8000

/**
 * Shows a message that the record was saved, with an undo button that restores the previous values. Values
 * changed by another user in the meantime are kept.
 */
export function showSaved<Table extends ResourceTable>({
  t,
  client,
  definition,
  before,
  saved,
}: Saved<Table>): void {
  const { base } = definition.resource
  const id = randomId()
  const undo = async (): Promise<void> => {
    void hide(id)
    try {
      const body = { ...valuesOf(definition, before), version: saved.version }
      const again = await call(updateOf(definition.resource), {
        params: { id: saved.id },
        body: body as never,
      })
      client.setQueryData([base, 'one', saved.id], again)
      void client.invalidateQueries({ queryKey: [base] })
      showDone(t('record.undone'))
    } catch (error) {
      showProblem(t, error)
    }
  }
  showDone(
    <Group justify="space-between" wrap="nowrap">
      {t('record.saved')}
      <Button size="compact-sm" variant="light" onClick={() => void undo()}>
        {t('record.undo')}
      </Button>
    </Group>,
    { id, autoClose: SHOWN_MS },
  )
}
