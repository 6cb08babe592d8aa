import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isOfOtherFeature, judgeImport, PUBLIC_FILES } from './judge-import.ts'
import { readImports } from './read-imports.ts'

/**
 * Checks the direction of imports between folders (folders.ts), type imports included, and fails with a list of
 * places. Part of `npm run lint`.
 */

const ROOT = resolve(import.meta.dirname, '../..')

const faults: string[] = []
const unused = new Set(PUBLIC_FILES)
for (const file of listSources()) {
  for (const { file: imported, line } of readImports(file, readFileSync(join(ROOT, file), 'utf8'))) {
    const fault = judgeImport(file, imported)
    if (fault !== undefined) faults.push(`${file}:${line} ${fault}`)
    if (isOfOtherFeature(file, imported)) unused.delete(imported)
  }
}
for (const file of unused) faults.push(`${file} is used by no other feature: remove it from PUBLIC`)
if (faults.length > 0) {
  process.stdout.write(`${faults.join('\n')}\n`)
  process.stdout.write(`${faults.length} places are against the order of folders (lab/lint/folders.ts)\n`)
  process.exitCode = 1
}

/** Returns the sources of the product. Tests may import anything. */
function listSources(): string[] {
  const trees = ['shared', 'hub', 'edge', 'desktop']
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...trees], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => /(?<!\.test)\.tsx?$/.test(file) && existsSync(join(ROOT, file)))
}
