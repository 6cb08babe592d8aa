import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const AGENT_URL = `http://127.0.0.1:${process.env.EDGE_PORT ?? 8090}`

/**
 * Builds the page into dist/till, from where the agent serves it. Plain `vite` serves it in front of a
 * running agent.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  server: { proxy: { '/api/till': AGENT_URL } },
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/till'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy does not allow fonts as data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
})
