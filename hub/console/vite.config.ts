import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const HUB_URL = `http://127.0.0.1:${process.env.HUB_PORT ?? 8080}`

/** The page is built into dist/console, from where the hub serves it; `vite` alone serves it in front of a running hub. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': HUB_URL, '/~': HUB_URL, '/uploads': HUB_URL } },
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/console'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
})
