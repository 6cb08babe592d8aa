import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { WHATS_NEW } from '#shared/contracts/dashboard/whats-new.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Dialog } from './dialog.tsx'

/** Dialog with the news of the latest versions, in the language of the page. */
export function WhatsNew({ onClose }: { onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const { i18n } = useTranslation()
  const { data, error } = useQuery({ queryKey: [WHATS_NEW.path], queryFn: () => call(WHATS_NEW) })
  const language = i18n.language === 'ru' || i18n.language === 'kk' ? i18n.language : 'en'
  return (
    <Dialog onClose={onClose} title={t('shell.whatsNew')} size="lg">
      {error && <Text role="alert">{problemText(t, error)}</Text>}
      <Stack gap={18}>
        {data?.items.map(({ version, date, title, text }) => (
          <section key={title.en}>
            <Title order={3} size="h5">
              {title[language]}
            </Title>
            <Text size="xs" c="dimmed" mb={4}>
              {`${version} · ${format.day(date)}`}
            </Text>
            <Text size="sm">{text[language]}</Text>
          </section>
        ))}
      </Stack>
    </Dialog>
  )
}
