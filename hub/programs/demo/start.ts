import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AnnouncedMail } from '#hub/config/config.ts'
import { StartError } from '#shared/std/start-error.ts'
import { BUILT_PAGES, build, isCurrent } from './built-pages.ts'
import { fillShop, makePairingCode } from './fill-shop.ts'
import { HubApi } from './hub-api.ts'
import { inWords, Service } from './service.ts'
import { DEMO_OWNER } from './shop.ts'

/**
 * Entry point of `npm start`, which runs the whole product on one machine: a hub with its database, a small
 * shop in it, and an edge agent for that shop. Each is a separate process, as in production. HUB_PORT,
 * EDGE_PORT, DATA_DIR and DATABASE_URL override the ports, the data folder and the database.
 */
const ROOT = resolve(import.meta.dirname, '../../..')
const DATA_DIR = resolve(process.env.DATA_DIR || join(ROOT, 'data'))
const LOGS = join(DATA_DIR, 'logs')

async function main(): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  const stopped = new Promise<void>((done) => stopping.signal.addEventListener('abort', () => done()))

  // The last started process is stopped first, so that the agent can report its end while the hub is still
  // running.
  await using services = new AsyncDisposableStack()
  const start = bringUp(services, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  await Promise.race([start, stopped])
  await stopped
}

async function bringUp(services: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  prepareLogs()
  for (const page of BUILT_PAGES) {
    if (isCurrent(page)) continue
    say(`Building ${page.name} ...`)
    await build(page, signal)
  }
  say('Starting the hub ...')
  const linkToOwner = Promise.withResolvers<string>()
  const onMail = (mail: AnnouncedMail): void => {
    if (mail.to === DEMO_OWNER.email && mail.link?.includes('/confirm-address'))
      linkToOwner.resolve(mail.link)
    else say(inWords(mail))
  }
  const mailDir = process.env.MAIL_DIR || join(DATA_DIR, 'mails')
  const hub = await run(services, 'hub', { MAIL_DIR: mailDir, RUN_JOBS: 'true' }, onMail)
  const api = new HubApi(hub.url, signal)
  const retailPoint = await fillShop(api, linkToOwner.promise)
  const isEnrolled = existsSync(join(DATA_DIR, 'edge', 'device.json'))
  const till = await run(services, 'edge', {
    HUB_URL: hub.url,
    ...(isEnrolled ? {} : { EDGE_PAIRING_CODE: await makePairingCode(api, retailPoint.id) }),
  })
  welcome(hub.url, till.url)
}

async function run(
  services: AsyncDisposableStack,
  side: 'hub' | 'edge',
  env: Record<string, string>,
  onMail?: (mail: AnnouncedMail) => void,
): Promise<Service> {
  const service = new Service({
    name: side === 'hub' ? 'the hub' : 'the edge agent',
    script: join(ROOT, side === 'hub' ? 'hub/programs/main.ts' : 'edge/main.ts'),
    env: { ...env, DATA_DIR },
    logFile: join(LOGS, `${side}.log`),
    say,
    ...(onMail && { onMail }),
  })
  services.defer(() => service.stop())
  await service.start()
  return service
}

/** Prepares the log folder and deletes the logs of the previous run. */
function prepareLogs(): void {
  try {
    mkdirSync(LOGS, { recursive: true })
    for (const side of ['hub', 'edge']) rmSync(join(LOGS, `${side}.log`), { force: true })
  } catch (error) {
    throw new StartError(`The data folder ${DATA_DIR} cannot be written: ${(error as Error).message}`)
  }
}

function welcome(hubUrl: string, tillUrl: string): void {
  const { email, password, lastName, firstName, posPin } = DEMO_OWNER
  say(`
Counterfoil is running. Ctrl-C stops it.

  Till         ${tillUrl}
               cashier ${firstName} ${lastName}, PIN ${posPin}
  Head office  ${hubUrl}
               ${email}, password ${password}
               API: ${hubUrl}/docs

  Mails are not sent: they become files in ${join(DATA_DIR, 'mails')}
  Data and logs are in ${DATA_DIR}
`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpected = error instanceof StartError
    process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? error)}\n`)
    process.exit(1)
  },
)
