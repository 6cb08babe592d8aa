import { createTheme, MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { colorVariables } from '#shared/ui/tokens.ts'
import { writeDay, writeDayAndTime } from '../fields/day-text.ts'
import { useText } from '../i18n/use-text.ts'
import { theme } from '../theme.ts'

/** Applies the theme, with weekdays and labels of icon buttons in the language of the page. */
export function Themed({ children }: { children: ReactNode }) {
  const t = useText()
  const { language } = useTranslation().i18n
  const named = useMemo(() => {
    const closeButtonProps = { 'aria-label': t('dialog.close') }
    return mergeThemeOverrides(
      theme,
      createTheme({
        components: {
          Modal: { defaultProps: { closeButtonProps } },
          DateInput: { defaultProps: { valueFormat: writeDay(language) } },
          DateTimePicker: { defaultProps: { valueFormat: writeDayAndTime(language) } },
        },
      }),
    )
  }, [t, language])
  return (
    <MantineProvider theme={named} cssVariablesResolver={colorVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
