import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconMessage, IconMoon, IconSparkles, IconSun, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/std/languages.ts'
import { LANGUAGE_NAMES } from '#shared/ui/i18n/language.ts'
import { useSession } from '../api/session.ts'
import { signOut } from '../api/sign-in.ts'
import { speak } from '../i18n/i18n.ts'
import { useText } from '../i18n/use-text.ts'

const WhatsNew = lazy(() => import('./whats-new.tsx').then(({ WhatsNew }) => ({ default: WhatsNew })))
const FeedbackDialog = lazy(() =>
  import('./feedback-dialog.tsx').then(({ FeedbackDialog }) => ({ default: FeedbackDialog })),
)

/** The opened account menu, including its button. */
export function AccountMenuList({ children }: { children: ReactNode }) {
  const t = useText()
  const { i18n } = useTranslation()
  const session = useSession()
  const [dialog, setDialog] = useState<'whatsNew' | 'feedback' | null>(null)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (session.state !== 'signed-in') return null
  const { email } = session.me
  const isDark = colorScheme === 'dark'
  const close = () => setDialog(null)
  return (
    <>
      <Menu width={260} defaultOpened>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm">{email}</Text>
          </Menu.Label>
          <Menu.Item
            leftSection={<IconUserCog size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/account" {...props} />}
          >
            {t('account.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={isDark ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
            onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
          >
            {isDark ? t('screen.light') : t('screen.dark')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSparkles size={16} aria-hidden />}
            onClick={() => setDialog('whatsNew')}
          >
            {t('shell.whatsNew')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMessage size={16} aria-hidden />}
            onClick={() => setDialog('feedback')}
          >
            {t('feedback.send')}
          </Menu.Item>
          <Menu.Label>{t('language.title')}</Menu.Label>
          {LANGUAGES.map((language) => (
            <Menu.Item
              key={language}
              lang={language}
              fw={i18n.language === language ? 650 : undefined}
              onClick={() => void speak(language)}
            >
              {LANGUAGE_NAMES[language]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
            {t('account.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'whatsNew' && <WhatsNew onClose={close} />}
        {dialog === 'feedback' && <FeedbackDialog onClose={close} />}
      </Suspense>
    </>
  )
}
