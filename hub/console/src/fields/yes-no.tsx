import { IconCheck } from '@tabler/icons-react'
import { useText } from '../i18n/use-text.ts'

/** Table cell that marks only true values. */
export function YesNo({ value }: { value: boolean }) {
  const t = useText()
  return value ? <IconCheck size={16} aria-label={t('list.yes')} role="img" /> : null
}
