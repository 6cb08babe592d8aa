import type { CSSVariablesResolver } from '@mantine/core'

/**
 * Colors of all pages by purpose, for the light and the dark scheme. Style sheets use them as
 * `var(--surface)`. Text has a contrast of at least 4.5 against its background (WCAG 2.2, 1.4.3). Borders of
 * controls have a contrast of at least 3 against the page.
 */
export const COLORS = {
  page: { light: '#eef2f3', dark: '#0f191c' },
  surface: { light: '#ffffff', dark: '#18262a' },
  'surface-quiet': { light: '#f7fafa', dark: '#142125' },
  text: { light: '#14262a', dark: '#e8f0f1' },
  'text-quiet': { light: '#4a5f64', dark: '#a5b8bc' },
  'text-disabled': { light: '#6b7c80', dark: '#82959a' },
  line: { light: '#dfe7e9', dark: '#2c3e43' },
  'line-faint': { light: '#eef2f3', dark: '#22333a' },
  border: { light: '#c3d0d3', dark: '#475c62' },
  accent: { light: '#0f5661', dark: '#7cc6d0' },
  'accent-strong': { light: '#0b424b', dark: '#0b424b' },
  'accent-faint': { light: '#eaf5f6', dark: '#17353b' },
  'accent-soft': { light: '#d2e8eb', dark: '#1f4a52' },
  'on-accent-soft': { light: '#0b424b', dark: '#d2e8eb' },
  'on-color': { light: '#ffffff', dark: '#ffffff' },
  focus: { light: '#1b8190', dark: '#47a3b0' },
  good: { light: '#2b8a3e', dark: '#51b865' },
  'good-text': { light: '#1d6b4f', dark: '#7ed3a4' },
  'good-soft': { light: '#e3f5e7', dark: '#173a22' },
  warn: { light: '#c2410c', dark: '#c2410c' },
  'warn-text': { light: '#8f3408', dark: '#ffb58a' },
  'warn-soft': { light: '#fff1e6', dark: '#422313' },
  bad: { light: '#c92a2a', dark: '#e0524d' },
  'bad-text': { light: '#a3231a', dark: '#ff9d94' },
  'bad-soft': { light: '#ffeceb', dark: '#451a1a' },
  /** Printed documents are black on white in both schemes. */
  paper: { light: '#ffffff', dark: '#ffffff' },
  print: { light: '#000000', dark: '#000000' },
  /** Colors on the bar of the console, whose background is accent-strong in both schemes. */
  'bar-soft': { light: 'rgb(255 255 255 / 12%)', dark: 'rgb(255 255 255 / 12%)' },
  'bar-soft-hover': { light: 'rgb(255 255 255 / 22%)', dark: 'rgb(255 255 255 / 22%)' },
  'bar-line': { light: 'rgb(255 255 255 / 35%)', dark: 'rgb(255 255 255 / 35%)' },
  shadow: { light: 'rgb(16 53 61 / 16%)', dark: 'rgb(0 0 0 / 45%)' },
} as const satisfies Record<string, { light: string; dark: string }>

/** Replacements for the grays and the red of Mantine, which are too pale for small text in bright light. */
const OF_MANTINE = {
  'mantine-color-body': 'surface',
  'mantine-color-text': 'text',
  'mantine-color-default': 'surface',
  'mantine-color-default-border': 'border',
  'mantine-color-dimmed': 'text-quiet',
  'mantine-color-placeholder': 'text-quiet',
  'mantine-color-disabled-color': 'text-disabled',
  'mantine-color-error': 'bad-text',
} as const satisfies Record<string, keyof typeof COLORS>

/** Provides the colors of both schemes to MantineProvider. */
export const colorVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
})

function variablesOf(scheme: 'light' | 'dark'): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(COLORS).map(([name, color]) => [`--${name}`, color[scheme]]),
    ...Object.entries(OF_MANTINE).map(([theirs, ours]) => [`--${theirs}`, `var(--${ours})`]),
  ])
}
