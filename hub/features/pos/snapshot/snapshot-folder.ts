import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newId } from '#shared/std/ids.ts'

/** Id of this process run, to distinguish it from an earlier run with the same process id. */
const RUN = newId()
/**
 * Time after which an untouched folder counts as abandoned. Used for folders of other machines on the same
 * disk, whose processes cannot be checked.
 */
const UNTOUCHED_MS = 3 * 24 * 60 * 60_000

/**
 * Folder for the files of one hub in one process. Several processes can share a data folder. Opening it
 * removes the folders of dead processes.
 */
export class SnapshotFolder {
  readonly path: string
  readonly #parent: string

  private constructor(parent: string) {
    this.#parent = parent
    this.path = join(parent, `${hostname()}+${process.pid}+${RUN}+${newId()}`)
  }

  static async open(dataDir: string): Promise<SnapshotFolder> {
    const folder = new SnapshotFolder(join(dataDir, 'snapshots'))
    // Readable only by this user, because the files contain PIN hashes.
    await mkdir(folder.path, { recursive: true, mode: 0o700 })
    await folder.removeLeftovers()
    return folder
  }

  async removeLeftovers(): Promise<void> {
    for (const name of await readdir(this.#parent)) {
      const path = join(this.#parent, name)
      if (await isLeftover(path, name)) await rm(path, { recursive: true, force: true })
    }
  }

  /** Marks the folder as in use. */
  async touch(): Promise<void> {
    await utimes(this.path, new Date(), new Date())
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
  }
}

async function isLeftover(path: string, name: string): Promise<boolean> {
  const [host, pid, run] = name.split('+')
  if (host === hostname()) return Number(pid) === process.pid ? run !== RUN : !isRunning(Number(pid))
  const touched = await stat(path).catch(() => undefined)
  return touched !== undefined && Date.now() - touched.mtimeMs > UNTOUCHED_MS
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
