import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#shared/std/start-error.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A page that Vite builds from a folder into `dist/`. */
interface BuiltPage {
  /** Name for use within sentences. */
  name: string
  folder: string
  index: string
}

export const BUILT_PAGES: readonly BuiltPage[] = [
  { name: 'the till page', folder: 'edge/till', index: 'dist/till/index.html' },
  { name: 'the console', folder: 'hub/console', index: 'dist/console/index.html' },
]

export function isCurrent({ folder, index }: BuiltPage): boolean {
  const page = join(ROOT, index)
  if (!existsSync(page)) return false
  const builtAt = statSync(page).mtimeMs
  return [folder, 'shared', 'package-lock.json']
    .flatMap(filesOf)
    .every((path) => statSync(path).mtimeMs <= builtAt)
}

/** Builds the page. Throws StartError with Vite's output. */
export async function build({ name, folder }: BuiltPage, signal: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const config = join(ROOT, folder, 'vite.config.ts')
  // Node loads the configuration directly, because a bundled one would be written to node_modules.
  const flags = ['build', '--config', config, '--configLoader', 'native', '--logLevel', 'error']
  try {
    await promisify(execFile)(process.execPath, [vite, ...flags], { cwd: ROOT, signal })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const cause = stderr.split('\n').find((line) => /Error/.test(line)) ?? message
    throw new StartError(
      `${name[0]?.toUpperCase()}${name.slice(1)} could not be built (npm run build says more): ${cause.trim()}`,
    )
  }
}

function filesOf(name: string): string[] {
  const path = join(ROOT, name)
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
