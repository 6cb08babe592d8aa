import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'

export type Theme = 'light' | 'dark'

/** How a page is looked at. */
export interface Look {
  theme: Theme
  viewport: { width: number; height: number }
}

/** Each size in both themes. */
export const inBothThemes = (sizes: readonly Look['viewport'][]): Look[] =>
  sizes.flatMap((viewport) => (['light', 'dark'] as const).map((theme) => ({ viewport, theme })))

/** All words can be read; larger pictures are kept smaller. */
const WIDEST = 1152

/** A folder of pictures under docs/, with a page that lists them. What was in it is gone. */
export class Album {
  readonly looks: readonly Look[]
  readonly #folder: string
  readonly #shown = new Map<string, string>()
  #bytes = 0

  constructor(name: string, looks: readonly Look[]) {
    this.looks = looks
    this.#folder = join(import.meta.dirname, '../../docs', name)
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true })
  }

  /** `name`: a part of the name of the file; `about`: what is on the picture, in a few words. */
  async add(page: Page, { name, about, look }: { name: string; about: string; look: Look }): Promise<void> {
    this.#shown.set(name, about)
    const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
      .resize({ width: WIDEST, withoutEnlargement: true })
      .webp({ quality: 30, effort: 6 })
      .toBuffer()
    this.#bytes += picture.length
    writeFileSync(join(this.#folder, fileOf(name, look)), picture)
  }

  /** Writes the list. `mostBytes`: more than that has no place in the repository. */
  close(title: string, mostBytes: number): void {
    const rows = [...this.#shown].map(([name, about]) => {
      const links = this.looks.map((look) => `[${look.viewport.width} ${look.theme}](${fileOf(name, look)})`)
      return `| ${about} | ${links.join(', ')} |`
    })
    const page = [
      ...[`# ${title}`, '', '`npm run screens` makes these.', ''],
      ...['| screen | pictures |', '|---|---|', ...rows, ''],
    ]
    writeFileSync(join(this.#folder, 'README.md'), page.join('\n'))
    expect(this.#bytes).toBeLessThan(mostBytes)
  }
}

const fileOf = (name: string, { viewport: { width }, theme }: Look): string =>
  `${name}-${width}-${theme}.webp`
