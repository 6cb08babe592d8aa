import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Switch between the dark and the light color scheme. The browser stores the choice. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const other = colorScheme === 'dark' ? 'light' : 'dark'
  const Icon = other === 'dark' ? IconMoon : IconSun
  return (
    <ActionIcon
      variant="default"
      size={52}
      radius="lg"
      aria-label={t(`screen.${other}`)}
      title={t(`screen.${other}`)}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={22} aria-hidden />
    </ActionIcon>
  )
}
