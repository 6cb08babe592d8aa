import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { ListDefinition } from './list-definition.ts'
import { useReadAt } from './rows.ts'
import type { View } from './view.ts'

/**
 * Button that refetches the rows, with the time of the last fetch. The list is also refetched when the user
 * returns to the page.
 */
export function ReadAgain({ definition, view }: { definition: ListDefinition; view: View }) {
  const t = useText()
  const { time } = useFormat()
  const client = useQueryClient()
  const readAt = useReadAt(definition, view)
  const again = useMutation({
    mutationFn: () => client.invalidateQueries({ queryKey: [definition.endpoint.path] }),
  })
  return (
    <Tooltip
      label={readAt > 0 && t('list.readAt', { at: time(new Date(readAt).toISOString()) })}
      disabled={readAt === 0}
      events={{ hover: true, focus: true, touch: false }}
    >
      <ActionIcon
        variant="default"
        size={34}
        aria-label={t('list.readAgain')}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        <IconRefresh size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
