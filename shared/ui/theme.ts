import {
  type ButtonProps,
  colorsTuple,
  createTheme,
  type ModalProps,
  type TextInputProps,
} from '@mantine/core'
import { COLORS } from './tokens.ts'

/**
 * Theme of all pages, with high contrast and controls of at least 44 px. It defines the sizes of text and
 * corners. Components are referenced by name instead of imported, so that a page loads only the components
 * that it displays.
 */
export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 7 },
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '18px', xl: '20px', '2xl': '26px' },
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors: {
    ink: [
      '#eaf5f6',
      '#d2e8eb',
      '#a2d1d7',
      '#6fb8c2',
      '#47a3b0',
      '#2d94a3',
      '#1b8190',
      '#11707e',
      '#0f5661',
      '#0b424b',
    ],
    // Mantine derives the backgrounds and borders of the dark scheme from these shades, ordered from text to
    // page.
    dark: [
      '#d5e2e4',
      '#b5c6c9',
      '#82959a',
      '#62777d',
      '#3a4e54',
      '#2f4247',
      '#203136',
      '#18262a',
      '#121e21',
      '#0b1416',
    ],
    warn: colorsTuple(COLORS.warn.light),
  },
  components: {
    Button: { defaultProps: { size: 'lg' } satisfies ButtonProps, styles: { label: { gap: 10 } } },
    // The font of the page contains arrows, which a monospace font can lack.
    Kbd: { styles: { root: { fontFamily: 'inherit' } } },
    TextInput: { defaultProps: { size: 'lg', autoComplete: 'off' } satisfies TextInputProps },
    Modal: {
      defaultProps: {
        centered: true,
        yOffset: 'calc(var(--screen-height) * 0.03)',
        radius: 'xl',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 100 },
      } satisfies Partial<ModalProps>,
      styles: {
        title: { fontSize: 'var(--mantine-font-size-xl)', fontWeight: 650 },
        content: { maxHeight: 'calc(var(--screen-height) * 0.94)' },
      },
    },
  },
})
