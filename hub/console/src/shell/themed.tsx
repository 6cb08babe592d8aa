import { createTheme, MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { colorVariables } from '#shared/ui/tokens.ts'
import { useText } from '../i18n/use-text.ts'
import { theme } from '../theme.ts'

/** The theme, with names for what shows a sign alone: a screen reader says them in the language of the page. */
export function Themed({ children }: { children: ReactNode }) {
  const t = useText()
  const named = useMemo(() => {
    const closeButtonProps = { 'aria-label': t('dialog.close') }
    return mergeThemeOverrides(
      theme,
      createTheme({ components: { Modal: { defaultProps: { closeButtonProps } } } }),
    )
  }, [t])
  return (
    <MantineProvider theme={named} cssVariablesResolver={colorVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
