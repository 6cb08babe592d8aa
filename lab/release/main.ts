import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Runs `npm run release -- 0.2.0`. Assigns this version and today's date to the unreleased changes in
 * CHANGELOG.md, sets the version of the packages, commits, tags, and packs the desktop application into
 * dist/package. Pushes nothing. Fails before any change when the work tree is not clean or CHANGELOG.md has
 * no unreleased changes.
 */

const ROOT = resolve(import.meta.dirname, '../..')
const CHANGELOG = resolve(ROOT, 'CHANGELOG.md')
const UNRELEASED = '## [Unreleased]'

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Name the version: npm run release -- 0.2.0')
if (run('git', 'status', '--porcelain') !== '') fail('Commit or stash your changes first.')
if (run('git', 'tag', '--list', `v${version}`) !== '') fail(`v${version} is tagged already.`)
const changelog = readFileSync(CHANGELOG, 'utf8')
const changes = changelog.split(UNRELEASED)[1]?.split(/^## /m)[0]?.trim()
if (!changes) fail(`CHANGELOG.md has nothing below "${UNRELEASED}".`)

const today = new Date().toISOString().slice(0, 10)
writeFileSync(CHANGELOG, changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${today}`))
run('npm', 'version', '--no-git-tag-version', '--allow-same-version', version)
run('git', 'commit', '--all', '--message', `release: ${version}`)
run('git', 'tag', '--annotate', `v${version}`, '--message', `Counterfoil ${version}`)
run('npm', 'run', 'package')
process.stdout.write(
  `v${version} is committed and tagged, its packages are in dist/package. Push: git push --follow-tags\n`,
)

/** Returns the output of a program. Throws when it fails. */
function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
