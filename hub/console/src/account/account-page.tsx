import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../kinds/page-header.tsx'

export function Page() {
  const t = useText()
  return <PageHeader title={t('account.title')} />
}
