import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Fuse section of the Electron binary: this marker, a version, the number of fuses, then one character for
 * each fuse.
 */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x0810010011'

/**
 * Packages the application of the working tree into `folder`, with a stub instead of the Electron binary,
 * which the checks of the package content do not need. Downloads nothing. Returns the folder of the packaged
 * application.
 */
export async function packageApplication(folder: string): Promise<string> {
  const stub = join(folder, 'electron')
  await makeStub(stub)
  const output = join(folder, 'package')
  const args = [
    join(ROOT, 'node_modules/electron-builder/cli.js'),
    '--dir',
    '--linux',
    '--x64',
    '--publish',
    'never',
    '--config',
    'desktop/electron-builder.yml',
    `-c.electronDist=${stub}`,
    `-c.directories.output=${output}`,
  ]
  await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NO_UPDATE_NOTIFIER: '1', npm_config_offline: 'true' },
    maxBuffer: 10_000_000,
  }).catch((error) => {
    throw new Error(`electron-builder failed:\n${error.stdout}${error.stderr}`)
  })
  return join(output, 'linux-unpacked')
}

async function makeStub(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true })
  await writeFile(join(folder, 'electron'), FUSES, 'latin1')
  await chmod(join(folder, 'electron'), 0o755)
  for (const notice of ['LICENSE', 'LICENSES.chromium.html']) await writeFile(join(folder, notice), 'stub')
}
