import { IconCheck } from '@tabler/icons-react'
import { useText } from '../i18n/use-text.ts'

/** In a column that says yes of few rows. */
export function YesMark({ is }: { is: boolean }) {
  const t = useText()
  return is ? <IconCheck size={17} aria-label={t('list.yes')} /> : null
}
