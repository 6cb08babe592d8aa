import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { defineConfig, type EnvironmentOptions } from 'vite'
import { must } from '../shared/std/must.ts'

/**
 * Bundles an entry into one self-contained file, because a sandboxed preload script cannot load modules. The
 * asar then needs no node_modules.
 */
function bundle(entry: string, file: string, format: 'es' | 'cjs'): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron'], builtins: [...builtinModules, /^node:/] },
    build: {
      outDir: resolve(import.meta.dirname, '../dist/desktop'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, entry),
        external: ['electron'],
        output: { format, entryFileNames: file, codeSplitting: false },
      },
    },
  }
}

/** Builds the shell into dist/desktop. `vite build --app` builds both bundles. */
export default defineConfig({
  root: import.meta.dirname,
  builder: {
    buildApp: async (builder) => {
      for (const name of ['main', 'preload']) await builder.build(must(builder.environments[name]))
    },
  },
  environments: {
    main: bundle('main/main.ts', 'main.js', 'es'),
    preload: bundle('preload/preload.ts', 'preload.cjs', 'cjs'),
  },
})
