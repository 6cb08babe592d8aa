import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HealthServer } from './health-server.ts'
import { startNode } from './node-process.ts'
import { filesUnder, moduleName, modulesNeeded, sealedFiles } from './package-content.ts'
import { packageApplication } from './packaging.ts'

const NO_HUB = 'http://127.0.0.1:9'

let folder: string
let application: string
const inResources = (path: string): string => join(application, 'resources', path)
const asar = (): string => inResources('app.asar')
const unpacked = (path: string): string => inResources(join('app.asar.unpacked', path))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-package-'))
  application = await packageApplication(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the package', () => {
  it('puts only the shell into the sealed archive', () => {
    expect(sealedFiles(asar())).toEqual([
      '/dist/desktop/main.js',
      '/dist/desktop/preload.cjs',
      '/package.json',
    ])
    expect(JSON.parse(extractFile(asar(), 'package.json').toString())).toMatchObject({
      main: 'dist/desktop/main.js',
      type: 'module',
    })
  })

  it('unpacks agent, pages and the native module next to the archive', async () => {
    expect(await filesUnder(unpacked('.'))).toEqual(
      expect.arrayContaining([
        'agent/package.json',
        'agent/edge/main.ts',
        'agent/dist/till/index.html',
        'agent/shared/sync/upload.ts',
        'node_modules/better-sqlite3/prebuilds/linux-x64.node',
        'node_modules/better-sqlite3/prebuilds/win32-x64.node',
      ]),
    )
  })

  it('includes the notices of third-party software', async () => {
    const notices = await readFile(inResources('THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['better-sqlite3', 'react']) expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })

  it('leaves out the hub, tests and page sources', async () => {
    const agent = await filesUnder(unpacked('agent'))
    expect(new Set(agent.map((path) => path.split('/')[0]))).toEqual(
      new Set(['package.json', 'edge', 'shared', 'dist']),
    )
    expect(agent.filter((path) => /^edge\/till\/|\.test\.tsx?$/.test(path))).toEqual([])
  })

  it('includes exactly the packages that the agent needs', async () => {
    const files = await filesUnder(unpacked('node_modules'))
    expect(new Set(files.map(moduleName))).toEqual(await modulesNeeded(unpacked('.')))
  })

  it('imports only Electron in the preload script', () => {
    const preload = extractFile(asar(), 'dist/desktop/preload.cjs').toString()
    expect([...preload.matchAll(/\b(?:require|import)\b\W+([\w:.-]+)/g)].map((match) => match[1])).toEqual([
      'electron',
    ])
  })

  it('sets the security fuses of Electron', async () => {
    const [ON, OFF] = ['1', '0'].map((character) => character.charCodeAt(0))
    expect(await getCurrentFuseWire(join(application, 'counterfoil'))).toMatchObject({
      [FuseV1Options.RunAsNode]: OFF,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: OFF,
      [FuseV1Options.EnableNodeCliInspectArguments]: OFF,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: OFF,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ON,
      [FuseV1Options.OnlyLoadAppFromAsar]: ON,
    })
  })
})

describe('the packaged agent', () => {
  it('starts the packaged agent as a service under plain Node', async () => {
    const agent = startNode(unpacked('agent/edge/main.ts'), {
      DATA_DIR: join(folder, 'service-data'),
      EDGE_PORT: '0',
      HUB_URL: NO_HUB,
    })
    const { url } = await agent.message<{ type: string; url: string }>((message) => message.type === 'ready')
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
      status: 'ok',
      pid: agent.process.pid,
    })
    expect(await (await fetch(`${url}/`)).text()).toContain('<div id="root">')
  })

  it('starts the packaged agent from the packaged shell', async () => {
    const port = await HealthServer.freePort()
    const shell = startNode(await unsealShell(), {
      STAND_IN_RESOURCES: inResources('.'),
      STAND_IN_USER_DATA: join(folder, 'user-data'),
      EDGE_PORT: String(port),
      HUB_URL: NO_HUB,
    })
    await shell.message<{ loaded: string }>(({ loaded }) => decodeURIComponent(loaded).includes('Starting…'))
    await shell.message<{ loaded: string }>(({ loaded }) => loaded === `http://127.0.0.1:${port}/`)
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)

    shell.process.send('quit')
    await once(shell.process, 'exit')
    await expect.poll(() => fetch(`http://127.0.0.1:${port}/health`).catch(() => 'gone')).toBe('gone')
  })
})

/** Writes the bundle of the shell to a plain file, with a stand-in for Electron. */
async function unsealShell(): Promise<string> {
  const home = join(folder, 'unsealed')
  const electron = join(home, 'node_modules/electron')
  await mkdir(electron, { recursive: true })
  await cp(join(import.meta.dirname, 'electron-module.js'), join(electron, 'index.js'))
  await writeFile(join(electron, 'package.json'), '{"type":"module","main":"index.js"}')
  await writeFile(join(home, 'package.json'), '{"type":"module"}')
  await writeFile(join(home, 'main.js'), extractFile(asar(), 'dist/desktop/main.js'))
  return join(home, 'main.js')
}
