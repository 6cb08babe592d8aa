import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const HUB_URL = `http://127.0.0.1:${process.env.HUB_PORT ?? 8080}`

/** Compresses each script and style once, at build time. The hub sends the compressed files. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName))
    await Promise.all(
      files.map(async (file) => {
        const content = await promisify(gzip)(file.type === 'chunk' ? file.code : file.source, { level: 9 })
        await writeFile(join(dir, `${file.fileName}.gz`), content)
      }),
    )
  },
}

const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
const DESCRIPTION = new RegExp(
  String.raw`\.meta\(\{\s*description:\s*(?:${TEXT})(?:\s*\+\s*(?:${TEXT}))*,?\s*\}\)`,
  'g',
)

/** Removes the descriptions from contracts. They are needed only for the API documentation. */
const undescribed: Plugin = {
  name: 'undescribed',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/shared\/.*\.ts$/ },
    handler: (code) => ({ code: code.replace(DESCRIPTION, ''), map: null }),
  },
}

/**
 * Builds the console into dist/console, from where the hub serves it. Plain `vite` serves it in front of a
 * running hub.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [undescribed, react(), compressed],
  server: { proxy: { '/api': HUB_URL, '/~': HUB_URL, '/uploads': HUB_URL } },
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/console'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy does not allow fonts as data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Each file costs almost a kilobyte of headers, so everything that all pages need is in one file.
        codeSplitting: {
          groups: [{ name: 'shell', tags: ['$initial'] }],
        },
      },
    },
  },
})
