import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newId } from '#shared/std/ids.ts'

/** Tells this run of the process from an earlier one that had the same number. */
const RUN = newId()
/** A folder of another machine on the same disk, whose process cannot be asked for: dead when untouched for so long. */
const UNTOUCHED_MS = 3 * 24 * 60 * 60_000

/**
 * Where one hub of one process keeps its files: several may share a data folder. What dead ones have left behind is
 * removed as it opens.
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
    // What is in there is for nobody else on this machine: it has the hashes of PINs.
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

  /** Says that it is in use. */
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
    // Another user's process, which may not be asked, is one that runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
