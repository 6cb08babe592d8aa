import { Button } from '@mantine/core'
import { Refusal } from '#shared/ui/api/client.ts'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Notice } from '../shell/notice.tsx'

interface MissingNoticeProps {
  error: Error
  onRetry: () => void
}

/** Notice shown instead of the record named in the URL, when it does not exist or could not be loaded. */
export function MissingNotice({ error, onRetry }: MissingNoticeProps) {
  const t = useText()
  if (namesNothing(error)) return <Notice title={t('record.gone')} />
  return (
    <Notice title={t('list.failed')} text={problemText(t, error)}>
      <Button onClick={onRetry}>{t('shell.again')}</Button>
    </Notice>
  )
}

/** True for an unknown or invalid id. */
const namesNothing = (error: Error): boolean =>
  error instanceof Refusal &&
  (error.problem.code === 'not_found' ||
    (error.problem.errors ?? []).some(({ pointer }) => pointer === '#/param/id'))
