import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StartError } from '#shared/std/start-error.ts'
import type { Account } from './account.ts'
import type { Home } from './home.ts'
import { withoutPrefix } from './log-line.ts'
import type { Programs } from './programs.ts'

/** The bootstrap superuser. The hub works as the owner of its database, which is not a superuser. */
export const SUPERUSER = 'postgres'

/** Environment of the server. Nothing of the caller's environment (PGDATA, locale, time zone) must reach it. */
export const SERVER_ENV = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Creates PostgreSQL's data folder unless it exists. An interrupted attempt leaves no folder that could be
 * mistaken for a complete one. Throws StartError.
 *
 * Text is compared by ICU's root collation, which sorts Cyrillic, Kazakh and Latin in the order that users
 * expect (Ё beside Е, case last). The character classes come from C.UTF-8, because pg_trgm does not recognize
 * Cyrillic letters in C.
 */
export function createCluster(home: Home, programs: Programs, synced: boolean): void {
  if (existsSync(home.cluster)) return
  const unfinished = `${home.cluster}.new`
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    writePassword(home)
    giveTo(home.account, unfinished)
    initialize(home, programs, unfinished, synced)
    renameSync(unfinished, home.cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (error instanceof StartError) throw error
    throw new StartError(`The database could not be created in ${home.folder}: ${(error as Error).message}`)
  }
}

export function readPassword(home: Home): string {
  try {
    return readFileSync(home.passwordFile, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `The password of the embedded PostgreSQL cannot be read: ${(error as Error).message}`,
    )
  }
}

function initialize(home: Home, programs: Programs, folder: string, synced: boolean): void {
  const characters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const { status, error, stderr } = spawnSync(
    programs.initdb,
    [
      `--pgdata=${folder}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${home.passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${characters}`,
      '--locale-provider=icu',
      '--icu-locale=und',
      '--data-checksums',
      ...(synced ? [] : ['--no-sync']),
    ],
    { ...home.account, cwd: '/', env: SERVER_ENV, encoding: 'utf8' },
  )
  if (status === 0) return
  const cause =
    error?.message ?? stderr.split('\n').find((line) => /error|fatal/i.test(line)) ?? stderr.trim()
  throw new StartError(`The database could not be created in ${home.folder}: ${withoutPrefix(cause)}`)
}

function writePassword(home: Home): void {
  rmSync(home.passwordFile, { force: true })
  writeFileSync(home.passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  giveTo(home.account, home.passwordFile)
}

function giveTo(account: Account, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
}
