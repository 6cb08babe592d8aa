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

/** Folder for programs and data that must not lie in a folder closed to the stand-in user for root. */
export const SYSTEM_FOLDER = '/var/lib/counterfoil'

/** The place of one embedded server and the account it runs under. */
export interface Home {
  folder: string
  /** PostgreSQL's own data folder. */
  cluster: string
  passwordFile: string
  logFile: string
  account: Account
}

/**
 * Finds or chooses the folder of the data. It is `dataDir` itself, unless root's data folder lies in one that
 * the stand-in user for root may not enter. Then a file in `dataDir`, `location`, names the folder.
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

/** Creates a separate folder for each data folder, also for one that was removed and rebuilt. */
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
