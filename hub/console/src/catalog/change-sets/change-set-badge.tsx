import { Badge } from '@mantine/core'
import type { ChangeSetState } from '#shared/contracts/catalog/change-sets.ts'
import { useText } from '../../i18n/use-text.ts'

const COLORS: Record<ChangeSetState, string> = {
  Previewing: 'blue',
  Previewed: 'gray',
  Applying: 'blue',
  Applied: 'teal',
  Undoing: 'blue',
  Undone: 'orange',
  Failed: 'red',
}

export function ChangeSetBadge({ state }: { state: ChangeSetState }) {
  const t = useText()
  return <Badge color={COLORS[state]}>{t(`changeSets.state_${state}`)}</Badge>
}
