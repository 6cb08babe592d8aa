import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#shared/std/start-error.ts'
import { type Account, canEnter, isRoot, ownerOf, standInAccount } from './account.ts'

/** Folder for programs and data that the stand-in user for root could not reach elsewhere. */
export const SYSTEM_FOLDER = '/var/lib/counterfoil'

/** Location of an embedded server and the account it runs under. */
export interface Home {
  folder: string
  /** PostgreSQL's own data folder. */
  cluster: string
  passwordFile: string
  logFile: string
  account: Account
}

/**
 * Finds or chooses the folder of the data. It is `dataDir` itself, unless the hub runs as root and the
 * stand-in user cannot enter `dataDir`. In that case, the file `location` in `dataDir` names the folder.
 */
export function openHome(dataDir: string): Home {
  const folder = homeFolder(dataDir)
  const cluster = join(folder, 'cluster')
  return {
    folder,
    cluster,
    passwordFile: join(folder, 'password'),
    logFile: join(folder, 'postgres.log'),
    account: accountFor(cluster),
  }
}

function homeFolder(path: string): string {
  makeFolder(path)
  const dataDir = realpathSync(path)
  const pointer = join(dataDir, 'location')
  if (existsSync(pointer)) return followPointer(pointer)
  if (!isRoot() || existsSync(join(dataDir, 'cluster'))) return dataDir
  if (canEnter(standInAccount(), dataDir)) return dataDir

  return makeElsewhere(pointer)
}

/** Creates a separate folder for each data folder, even for one that was deleted and created again. */
function makeElsewhere(pointer: string): string {
  const folder = join(SYSTEM_FOLDER, randomUUID())
  makeFolder(folder)
  chmodSync(SYSTEM_FOLDER, 0o755)
  chmodSync(folder, 0o755)
  writeFileSync(pointer, `${folder}\n`, { flag: 'wx' })
  return folder
}

function followPointer(pointer: string): string {
  const folder = readFileSync(pointer, 'utf8').trim()
  if (!existsSync(folder))
    throw new StartError(`${pointer} says that the database is in ${folder}, but it is not there.`)
  return folder
}

function accountFor(cluster: string): Account {
  if (!existsSync(cluster)) return isRoot() ? standInAccount() : {}
  if (isRoot()) return ownerOf(cluster)
  if (ownerOf(cluster).uid !== process.getuid?.())
    throw new StartError(`The database in ${cluster} belongs to another user: start as that user.`)
  return {}
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written: ${(error as Error).message}`)
  }
}
