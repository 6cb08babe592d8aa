import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#shared/std/start-error.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'dist/till/index.html')
const SOURCES = ['edge/till', 'shared', 'package-lock.json']

export function isTillPageCurrent(): boolean {
  if (!existsSync(PAGE)) return false
  const builtAt = statSync(PAGE).mtimeMs
  return SOURCES.flatMap(filesOf).every((path) => statSync(path).mtimeMs <= builtAt)
}

/** Throws StartError with what Vite says. */
export async function buildTillPage(signal: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const config = join(ROOT, 'edge/till/vite.config.ts')
  // Node reads the configuration as it stands: bundled, it would have to be written into node_modules.
  const flags = ['build', '--config', config, '--configLoader', 'native', '--logLevel', 'error']
  try {
    await promisify(execFile)(process.execPath, [vite, ...flags], { cwd: ROOT, signal })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const said = stderr.split('\n').find((line) => /Error/.test(line)) ?? message
    throw new StartError(`The till page could not be built (npm run build says more): ${said.trim()}`)
  }
}

function filesOf(name: string): string[] {
  const path = join(ROOT, name)
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
