import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, raw } from 'hono/html'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

type Theme = 'light' | 'dark'

/** Theme and size of a page. */
export interface Look {
  theme: Theme
  viewport: { width: number; height: number }
}

/** Returns a look for each size in both themes. */
export const inBothThemes = (sizes: readonly Look['viewport'][]): Look[] =>
  sizes.flatMap((viewport) => (['light', 'dark'] as const).map((theme) => ({ viewport, theme })))

/** Maximum width of a picture in pixels, at which all text is readable. Larger pictures are scaled down. */
const WIDEST = 1152

/** A folder of pictures under album/, with an index page. Removes the pictures of earlier runs. */
export class Album {
  readonly looks: readonly Look[]
  readonly #folder: string
  readonly #shown = new Map<string, string>()

  constructor(name: string, looks: readonly Look[]) {
    this.looks = looks
    this.#folder = join(import.meta.dirname, '../../album', name)
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true })
  }

  /** Takes a picture of the page. The file name starts with `name`. `about` is a short caption of the screen. */
  async add(page: Page, { name, about, look }: { name: string; about: string; look: Look }): Promise<void> {
    this.#shown.set(name, about)
    const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
      .resize({ width: WIDEST, withoutEnlargement: true })
      .webp({ quality: 30, effort: 6 })
      .toBuffer()
    writeFileSync(join(this.#folder, fileOf(name, look)), picture)
  }

  /** Writes index.html with a row of pictures for each screen. */
  close(title: string): void {
    const rows = [...this.#shown].map(([name, about]) => {
      const pictures = this.looks.map((look) => {
        const file = fileOf(name, look)
        const size = `${look.viewport.width} ${look.theme}`
        return html`<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${about}, ${size}"></a><figcaption>${size}</figcaption></figure>`
      })
      return html`<h2>${about}</h2><div>${pictures}</div>`
    })
    const page = html`<!doctype html><meta charset="utf-8"><title>${title}</title><style>${raw(STYLE)}</style><h1>${title}</h1>${rows}`
    writeFileSync(join(this.#folder, 'index.html'), String(page))
  }
}

const STYLE = `body { font: 15px system-ui; margin: 24px; color-scheme: light dark }
div { display: flex; gap: 12px; overflow-x: auto } figure { margin: 0 } img { height: 240px; border: 1px solid #8888 }`

const fileOf = (name: string, { viewport: { width }, theme }: Look): string =>
  `${name}-${width}-${theme}.webp`
