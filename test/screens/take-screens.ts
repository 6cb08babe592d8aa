import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { openStage } from './stage.ts'
import { type Look, type Show, type Theme, walkSetup, walkTill } from './walk.ts'

const FOLDER = join(import.meta.dirname, '../../docs/till')
const SIZES = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
]
const THEMES: Theme[] = ['light', 'dark']
const MOST_BYTES = 7_000_000
/** All words can be read; larger pictures are kept smaller. */
const WIDEST = 1152

it('takes a screenshot of every screen, in every size and theme', { timeout: 3_600_000 }, async () => {
  await using stage = await openStage()
  await using resources = new AsyncDisposableStack()
  const browser = await openBrowser()
  resources.defer(() => browser.close())
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const shown = new Map<string, string>()
  let bytes = 0
  const looks: Look[] = SIZES.flatMap((viewport) => THEMES.map((theme) => ({ viewport, theme })))
  for (const look of looks) {
    const show: Show = async (page, name, about) => {
      shown.set(name, about)
      const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
        .resize({ width: WIDEST, withoutEnlargement: true })
        .webp({ quality: 30, effort: 6 })
        .toBuffer()
      bytes += picture.length
      writeFileSync(join(FOLDER, fileOf(name, look)), picture)
    }
    await walkSetup(browser, stage, look, show)
    await walkTill(browser, stage, look, show)
  }
  writeFileSync(join(FOLDER, 'README.md'), readme(shown, looks))
  expect(bytes).toBeLessThan(MOST_BYTES)
})

const fileOf = (name: string, { viewport: { width }, theme }: Look): string =>
  `${name}-${width}-${theme}.webp`

function readme(shown: ReadonlyMap<string, string>, looks: readonly Look[]): string {
  const rows = [...shown].map(([name, about]) => {
    const links = looks.map((look) => `[${look.viewport.width} ${look.theme}](${fileOf(name, look)})`)
    return `| ${about} | ${links.join(', ')} |`
  })
  return [
    '# Every screen of the till',
    '',
    '`npm run screens` makes these.',
    '',
    '| screen | pictures |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n')
}
