import { IconCheck } from '@tabler/icons-react'
import { useText } from '../i18n/use-text.ts'

/** Check mark for a column in which only a few rows are true. */
export function YesMark({ is }: { is: boolean }) {
  const t = useText()
  return is ? <IconCheck size={17} aria-label={t('list.yes')} /> : null
}
