import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COLORS } from './tokens.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const PAGES = execFileSync('git', ['ls-files', 'shared/ui', 'edge/till/src', 'hub/console'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(css|tsx)$/.test(file))
  .map((file) => ({ file, text: readFileSync(resolve(ROOT, file), 'utf8') }))

describe('colors of pages', () => {
  it('allows color values only in tokens.ts', () => {
    const elsewhere = PAGES.filter(({ text }) =>
      /#[0-9a-f]{3,8}\b(?=[;'" ),])|\brgba?\(|\bhsla?\(/i.test(text),
    )
    expect(PAGES.length).toBeGreaterThan(50)
    expect(elsewhere.map(({ file }) => file)).toEqual([])
  })

  it('allows only CSS variables that tokens.ts defines', () => {
    const known = new Set<string>(Object.keys(COLORS))
    const own = /^(mantine-|screen-|bar-height|nav-width|paper-width|characters|tiles-height)/
    const unknown = PAGES.flatMap(({ file, text }) =>
      [...text.matchAll(/var\(--([\w-]+)/g)].flatMap(([, name = '']) =>
        known.has(name) || own.test(name) ? [] : [`${file}: ${name}`],
      ),
    )
    expect(unknown).toEqual([])
  })

  it('gives text a contrast of at least 4.5 against its background', () => {
    const pairs = [
      ...(['text', 'text-quiet', 'accent', 'good-text', 'warn-text', 'bad-text'] as const).flatMap((text) =>
        (['surface', 'page'] as const).map((ground) => [text, ground] as const),
      ),
      ...(['good', 'warn', 'bad'] as const).map((kind) => [`${kind}-text`, `${kind}-soft`] as const),
      ['text', 'accent-soft'],
      ['text', 'warn-soft'],
      ['on-accent-soft', 'accent-soft'],
      ['on-color', 'accent-strong'],
      ['on-color', 'warn'],
      ['print', 'paper'],
    ] as const
    const poor = (['light', 'dark'] as const).flatMap((scheme) =>
      pairs.flatMap(([text, ground]) => {
        const ratio = contrast(COLORS[text][scheme], COLORS[ground][scheme])
        return ratio < 4.5 ? [`${text} on ${ground}, ${scheme}: ${ratio.toFixed(2)}`] : []
      }),
    )
    expect(poor).toEqual([])
  })
})

/** Returns the contrast ratio of two colors (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
