import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SETUP_STATUS } from '#shared/contracts/platform/settings.ts'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'

/** Lists the remaining setup steps. Empty once all are done. */
export function SetupPart() {
  const t = useText()
  const { data } = useQuery({ queryKey: [SETUP_STATUS.path], queryFn: () => call(SETUP_STATUS) })
  if (!data || data.isComplete) return null
  return (
    <Part title={t('setup.title')} isWide>
      <Stack gap={10} component="ul" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {data.items.map(({ name, isDone }) => (
          <Group key={name} component="li" gap={10} wrap="nowrap" align="flex-start">
            {isDone ? (
              <IconCircleCheckFilled size={20} color="var(--good)" role="img" aria-label={t('home.done')} />
            ) : (
              <IconCircle size={20} color="var(--text-quiet)" role="img" aria-label={t('home.notDone')} />
            )}
            <div>
              <Text fw={500}>{t(`setup.${name}`)}</Text>
              {!isDone && (
                <Text size="sm" c="dimmed">
                  {t(`setup.${name}Why`)}
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
      <Anchor
        size="sm"
        mt="sm"
        display="inline-block"
        renderRoot={(props) => <Link to={'/platform/channels' as '/'} {...props} />}
      >
        {t('channels.title')}
      </Anchor>
    </Part>
  )
}
