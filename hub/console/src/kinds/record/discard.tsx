import { Button } from '@mantine/core'
import { useText } from '../../i18n/use-text.ts'

/** Drops what was typed. Its place stays when there is nothing to drop, so that no other button gets under the pointer. */
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
