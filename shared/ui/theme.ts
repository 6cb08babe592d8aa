import { Button, type CSSVariablesResolver, colorsTuple, createTheme, Modal, TextInput } from '@mantine/core'

/** Calm and of high contrast; nothing that is pressed is smaller than 44 px. */
export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  primaryColor: 'ink',
  primaryShade: 8,
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
    return: colorsTuple('#c2410c'),
  },
  components: {
    Button: Button.extend({ defaultProps: { size: 'lg' }, styles: { label: { gap: 10 } } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'lg', autoComplete: 'off' } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        yOffset: 'calc(var(--screen-height) * 0.03)',
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 100 },
      },
      styles: {
        title: { fontSize: 22, fontWeight: 650 },
        content: { maxHeight: 'calc(var(--screen-height) * 0.94)' },
      },
    }),
  },
})

/** Mantine's own greys and red are too pale for small text in a bright shop. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  dark: {},
  light: {
    '--mantine-color-dimmed': '#4a5f64',
    '--mantine-color-error': '#b42318',
    '--mantine-color-placeholder': '#5f7277',
    '--mantine-color-disabled-color': '#6b7c80',
  },
})
