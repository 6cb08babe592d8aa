import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

/** Opens the Chromium installed by npm, or the one at CHROMIUM_PATH. Close it after use, or use `await using`. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH ? undefined : await unpackChromium()
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? join(own ?? '', 'chromium'),
    // Only this machine is reachable, so requests to other hosts fail at once.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-domain-reliability',
      '--no-pings',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    env: { ...process.env, ...(own ? environmentOf(own) : {}) },
  })
}

let shared: Promise<Browser> | undefined

/**
 * Returns a browser shared by all test files of a worker. It ends with the process of the worker. Each test
 * needs a separate browser context for isolation.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser().then((browser) => {
    browser.once('disconnected', () => {
      shared = undefined
    })
    return browser
  })
  return shared
}

/**
 * Unpacks Chromium and returns its folder. The package of Chromium unpacks into the temporary folder and
 * treats a partly written file as complete. This function uses a separate folder and renames it at the end,
 * so that concurrent runs never see a partial one.
 */
async function unpackChromium(): Promise<string> {
  const folder = join(tmpdir(), `counterfoil-chromium-${packageVersion()}-${userInfo().uid}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  try {
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', INFLATE, import.meta.resolve('@sparticuz/chromium')],
      // With this platform name, the package also unpacks the libraries that a minimal machine lacks.
      { env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'nodejs24.x' } },
    )
    writeFileSync(join(unfinished, 'fonts.conf'), fontsIn(folder))
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another run was possibly faster and has already created the folder.
    if (!existsSync(folder)) throw error
  }
  return folder
}

const INFLATE = 'await (await import(process.argv[1])).default.executablePath()'

/** Restricts the browser to the fonts of the package, so that pages look the same on every machine. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

function environmentOf(folder: string): Record<string, string> {
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const needed = execFileSync('ldd', [join(folder, 'chromium')], { encoding: 'utf8' })
  return needed.includes('not found') ? { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } : fonts
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  return (
    JSON.parse(readFileSync(join(dirname(dirname(entry)), 'package.json'), 'utf8')) as { version: string }
  ).version
}
