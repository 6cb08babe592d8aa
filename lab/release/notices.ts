import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Writes dist/THIRD-PARTY-NOTICES.txt with the name, version, license and license text of each third-party
 * package that the hub and till packages contain, either as a production dependency or bundled into a page.
 */

interface Locked {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
}

const ROOT = resolve(import.meta.dirname, '../..')
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

const shipped = new Set(Object.keys(packages).filter((path) => path !== '' && !isForDevelopment(path)))
for (const name of importedByPages()) addWithDependencies(`node_modules/${name}`)

const notices = [...shipped].sort().map(noticeOf)
mkdirSync(join(ROOT, 'dist'), { recursive: true })
writeFileSync(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`))
process.stdout.write(`${notices.length} packages in dist/THIRD-PARTY-NOTICES.txt\n`)

function isForDevelopment(path: string): boolean {
  const { dev, devOptional } = packages[path] as Locked
  return dev === true || devOptional === true
}

function importedByPages(): Set<string> {
  const files = globSync('{edge/till/src,hub/console/src,shared/ui}/**/*.{ts,tsx,css}', {
    cwd: ROOT,
    exclude: ['**/*.test.*'],
  })
  const imports = files.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import|@import)\s*\(?\s*['"]([^'"]+)['"]/g),
  ])
  const names = imports.map(([, from = '']) => /^(@[\w-]+\/)?[\w.-]+/.exec(from)?.[0] ?? '')
  return new Set(names.filter((name) => `node_modules/${name}` in packages))
}

function addWithDependencies(path: string): void {
  const locked = packages[path]
  if (!locked || shipped.has(path)) return
  shipped.add(path)
  for (const name of Object.keys(locked.dependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`
    addWithDependencies(nested in packages ? nested : `node_modules/${name}`)
  }
}

function noticeOf(path: string): string {
  const { version, license } = packages[path] as Locked
  const folder = join(ROOT, path)
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENCE_FILE.test(file)) : []
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return `${[`${name} ${version} (${license ?? 'see text'})`, ...texts].join('\n\n')}\n`
}
