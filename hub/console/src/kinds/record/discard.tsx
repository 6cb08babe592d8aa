import { Button } from '@mantine/core'
import { useText } from '../../i18n/use-text.ts'

/**
 * Button that discards the input. It keeps its place when there is no input, so that no other button moves
 * under the pointer.
 */
export function Discard({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }) {
  const t = useText()
  return (
    <Button
      variant="default"
      {...(!isDirty && { disabled: true, style: { visibility: 'hidden' } })}
      onClick={onDiscard}
    >
      {t('record.discard')}
    </Button>
  )
}
