import { Anchor } from '@mantine/core'
import { useText } from '../i18n/use-text.ts'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  const t = useText()
  return (
    <Notice title={t('shell.notFound')} text={t('shell.notFoundWhy')}>
      <Anchor href="/">{t('shell.toHome')}</Anchor>
    </Notice>
  )
}
