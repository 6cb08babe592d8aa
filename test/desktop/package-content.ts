import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listPackage, statFile } from '@electron/asar'

/** Returns the files inside the archive, without files unpacked next to it. */
export function sealedFiles(archive: string): string[] {
  const sealed = listPackage(archive, { isPack: false }).filter((path) => {
    const entry = statFile(archive, path.slice(1))
    return !('files' in entry) && !('unpacked' in entry && entry.unpacked)
  })
  return sealed.sort()
}

/** Returns the packages that the sources in `folder`/agent import code or fonts from, with their dependencies. */
export async function modulesNeeded(folder: string): Promise<Set<string>> {
  const needed = new Set<string>()
  const add = async (name: string): Promise<void> => {
    if (needed.has(name)) return
    needed.add(name)
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    for (const dependency of Object.keys(manifest.dependencies ?? {})) await add(dependency)
    for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) {
      // Only the native build for this machine is installed.
      if (existsSync(join(folder, 'node_modules', dependency))) await add(dependency)
    }
  }
  for (const path of await filesUnder(join(folder, 'agent'))) {
    if (!path.endsWith('.ts')) continue
    const source = await readFile(join(folder, 'agent', path), 'utf8')
    for (const [, imported = ''] of source.matchAll(
      /^(?:(?:import (?!type)|}).* from|import) '([^']+)'$/gm,
    )) {
      if (!/^(?:node:|#|\.)/.test(imported)) await add(moduleName(imported))
    }
    for (const [, font = ''] of source.matchAll(/'([^'.][^']*\.ttf)'/g)) await add(moduleName(font))
  }
  return needed
}

/**
 * Returns the package name of an import, such as `hono` for `hono/cors` and `@hono/node-server` for
 * `@hono/node-server/conninfo`.
 */
export function moduleName(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/')
}

export async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length).replace(/^\//, ''))
}
