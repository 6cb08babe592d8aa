import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '#shared/std/start-error.ts'

/** Account that runs PostgreSQL, as options for spawn(). Empty for the current user. */
export interface Account {
  uid?: number
  gid?: number
}

const STAND_IN = 'counterfoil'

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Returns the system user that runs PostgreSQL when the hub runs as root, because PostgreSQL refuses to run
 * as root. The user is created at the first start. Throws StartError.
 */
export function standInAccount(): Account {
  const made = lookUp(STAND_IN) ?? create(STAND_IN)
  if (!made)
    throw new StartError(
      `PostgreSQL does not run as root and the user "${STAND_IN}" could not be created. ` +
        'Start as an ordinary user, or name a server in DATABASE_URL.',
    )
  return made
}

/** Returns the user that owns a folder. Used when the hub runs as root. */
export function ownerOf(folder: string): Account {
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

/**
 * True when the account can enter the folder. The check runs as that user, so access lists and all parent
 * folders count as well.
 */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...account, cwd: '/' }).status === 0
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return uid && gid ? { uid, gid } : undefined
}

/**
 * Creates the user. Failures are ignored, because another process may have created it in the meantime.
 * Returns undefined when it does not exist afterward.
 */
function create(name: string): Account | undefined {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', ['--system', '--user-group', ...home, name])
  return lookUp(name)
}
