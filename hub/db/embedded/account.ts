import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '#shared/std/start-error.ts'

/** Under whom PostgreSQL runs, as spawn() takes it: empty means as ourselves. */
export interface Account {
  uid?: number
  gid?: number
}

const STAND_IN = 'counterfoil'

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root: a system user of our own stands in, made at the first start. */
export function standInAccount(): Account {
  const made = lookUp(STAND_IN) ?? create(STAND_IN)
  if (!made)
    throw new StartError(
      `PostgreSQL does not run as root and the user "${STAND_IN}" could not be created. ` +
        'Start as an ordinary user, or name a server in DATABASE_URL.',
    )
  return made
}

/** As root: the user to whom a folder belongs. */
export function ownerOf(folder: string): Account {
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

/** Asks the kernel in that user's name, so that access lists and every folder above count as well. */
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

/** Another process may have made it in the meantime: what counts is that it is there afterwards. */
function create(name: string): Account | undefined {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', ['--system', '--user-group', ...home, name])
  return lookUp(name)
}
