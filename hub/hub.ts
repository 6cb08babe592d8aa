import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { Logger } from 'pino'
import { readSettings } from '#hub/limits/platform-settings.ts'
import { HEADER_DEADLINE } from '#shared/http/header-deadline.ts'
import { StartError } from '#shared/std/start-error.ts'
import { createApp } from './app.ts'
import { RateLimiter } from './auth/rate-limiter.ts'
import { RequestBudget } from './auth/request-budget.ts'
import { RENEW_MS, TokenSigner } from './auth/token-signer.ts'
import type { HubConfig } from './config/config.ts'
import { deriveKey, loadSecret } from './config/secrets.ts'
import type { HubContext } from './context.ts'
import { HUB_ROLE, startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { FeedSignal } from './db/feed-signal.ts'
import { migrate } from './db/migrate.ts'
import { openPool } from './db/pool.ts'
import { checkSignIn } from './db/sign-in-role.ts'
import { Database } from './db/transact.ts'
import { ProviderDirectory } from './features/account/sign-on/providers.ts'
import { doChangeSets } from './features/catalog/change-sets/run-change-set.ts'
import { doImports } from './features/catalog/product-imports/apply/run-import.ts'
import { fetchImages } from './features/catalog/product-imports/images/fetch-images.ts'
import { doImportPreviews } from './features/catalog/product-imports/plan/run-preview.ts'
import { startDuePrices } from './features/catalog/products/prices/due-prices.ts'
import { doExtsysImports } from './features/connections/extsys/run-import.ts'
import { signInForImages } from './features/connections/extsys/sign-in-for-images.ts'
import { startMessenger } from './features/connections/messenger/start-messenger.ts'
import { doCleanups } from './features/data/cleanup/run-cleanup.ts'
import { doDemoData } from './features/data/demo-data/seed-demo.ts'
import { doExports } from './features/data/export/make-export.ts'
import { checkBooksNightly } from './features/inventory/books-check/nightly.ts'
import { startDigests } from './features/operations/digest/send-digests.ts'
import { deleteOrganizations } from './features/platform/organizations/delete-organization.ts'
import { PUBLISHED_CARDS } from './features/pos/cards/publish-cards.ts'
import { startFeedHousekeeping } from './features/pos/download/prune-feed.ts'
import { ReplicaDigests } from './features/pos/download/replica-digest.ts'
import { startPublisher } from './features/pos/publish-records.ts'
import { startReceiptPublisher } from './features/pos/receipts/publish-receipts.ts'
import { Snapshots } from './features/pos/snapshot/snapshots.ts'
import { startStockPublisher } from './features/pos/stock/publish-stock.ts'
import { startHoleSweep } from './features/pos/upload/hole-sweep.ts'
import { startPostingSweep } from './features/pos/upload/posting-sweep.ts'
import { PUBLISHED_VOUCHERS } from './features/pos/vouchers/publish-vouchers.ts'
import { startFiscalising } from './features/sales/fiscal/fiscalise-sales.ts'
import { openFileStore } from './files/open-file-store.ts'
import { TempFiles } from './files/temp-files.ts'
import { Metrics } from './http/metrics.ts'
import { MOYSKLAD_API_URL } from './integrations/extsys/moysklad.ts'
import { sendMails } from './integrations/mail/send-mails.ts'
import { startAuditSeals } from './jobs/audit-seals.ts'
import { startCostRecalculations } from './jobs/cost-recalculations.ts'
import { startDaySums, startPeriodSums } from './jobs/day-sums.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { reportJobProcess } from './jobs/job-processes.ts'
import { startPeriodic } from './jobs/periodic.ts'
import { JobQueue } from './jobs/queue.ts'
import { failStranded } from './jobs/tracked-jobs.ts'
import { MAIL_COMPOSERS } from './mail-composers.ts'
import { KeyRing } from './secrets/key-ring.ts'

/** Time in ms that running requests have to finish during a shutdown before they are aborted. */
const STOP_PATIENCE_MS = 3000
/** Interval of the check for jobs whose process died during the last try. */
const STRANDED_JOBS_MS = 60_000

export interface RunningHub {
  url: string
  /** Calls the public API without a socket, for in-process tests. */
  request: ReturnType<typeof createApp>['request']
  /** Resolves when the embedded PostgreSQL has ended unexpectedly. */
  databaseLost: Promise<void>
  /** Lets running requests finish for a few seconds, then closes everything. */
  stop(): Promise<void>
}

/** Hub that is not listening on an address yet. */
export interface OpenHub extends Pick<RunningHub, 'databaseLost'> {
  app: ReturnType<typeof createApp>
  /** Makes waiting requests respond at once. */
  announceStop(): void
  /** Closes everything. Running requests fail. */
  stop(): Promise<void>
}

/** Starts one hub process. Throws `StartError` with a one-sentence message. */
export async function startHub(config: HubConfig, log: Logger): Promise<RunningHub> {
  const hub = await openHub(config, log)
  try {
    const server = await listen(hub.app.fetch, config)
    const { port } = server.address() as AddressInfo
    return {
      url: `http://${config.host}:${port}`,
      request: hub.app.request,
      databaseLost: hub.databaseLost,
      stop: async () => {
        hub.announceStop()
        await close(server)
        await hub.stop()
      },
    }
  } catch (error) {
    await hub.stop()
    throw error
  }
}

/** Opens the database and creates the API. Throws `StartError` with a one-sentence message. */
export async function openHub(config: HubConfig, log: Logger, startJobs = startAllJobs): Promise<OpenHub> {
  // Resources are released in reverse order.
  await using resources = new AsyncDisposableStack()
  prepareFolder(config.dataDir)
  const stopping = new AbortController()
  const databaseLost = Promise.withResolvers<void>()
  let { databaseUrl } = config
  if (!databaseUrl) {
    const postgres = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') })
    resources.defer(() => postgres.stop())
    void postgres.ended.then(() => stopping.signal.aborted || databaseLost.resolve())
    await migrate(postgres.url, HUB_ROLE)
    databaseUrl = postgres.hubUrl
  } else {
    for (const advice of await checkSignIn(databaseUrl)) log.warn({ event: 'database_advice' }, advice)
  }

  const pool = openPool(databaseUrl, config.databasePoolSize, config.lockTimeoutMs)
  const downloadPool = openPool(databaseUrl, Math.ceil(config.databasePoolSize / 2))
  for (const each of [pool, downloadPool]) {
    each.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    resources.defer(() => each.end())
  }
  const db = new Database(pool, config.limits)
  const secret = loadSecret(config.secret, config.dataDir)
  const keyRing = new KeyRing(secret, config.sealingKeys)
  const issuer = config.publicUrl ?? `http://${config.host}:${config.port}`
  const signer = new TokenSigner(db, keyRing, issuer)
  await signer.renew()
  const feedSignal = new FeedSignal(databaseUrl, log)
  feedSignal.start()
  resources.defer(() => feedSignal.stop())
  const metrics = new Metrics({ pools: { requests: pool, downloads: downloadPool }, feedSignal })
  if (config.metricsToken) metrics.observeProcess()
  const cursorKey = deriveKey(secret, 'download cursors')
  const snapshots = await Snapshots.open({ dataDir: config.dataDir, databaseUrl, db, cursorKey, log })
  resources.defer(() => snapshots.close())
  const tempFiles = await TempFiles.open(join(config.dataDir, 'incoming'))
  const files = await openFileStore(config)
  resources.defer(() => files.close?.())
  const jobs = new JobQueue(pool, log)
  resources.defer(() => jobs.stop())
  const hub: HubContext = {
    db,
    downloads: new Database(downloadPool),
    log,
    signer,
    keyRing,
    requestBudget: new RequestBudget(async () => (await db.platform(readSettings)).maxRequestsPerMinute),
    providers: new ProviderDirectory(keyRing),
    rateLimiter: new RateLimiter(pool),
    originKey: deriveKey(secret, 'origins of sign-ins'),
    refreshKey: deriveKey(secret, 'successors of refresh tokens'),
    pinKey: deriveKey(secret, 'PINs of employees'),
    feedSignal,
    digests: new ReplicaDigests(),
    snapshots,
    files,
    tempFiles,
    jobs,
    mail: {
      dir: config.mailDir,
      announce: config.announceMail,
      publicUrl: config.publicUrl,
      ownUrl: issuer,
      linkKey: deriveKey(secret, 'links in mails'),
    },
    fiscalEmulatorUrl: config.fiscalEmulatorUrl,
    moySkladUrl: config.moySkladUrl ?? MOYSKLAD_API_URL,
    metrics,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    cursorKey,
    stopping: stopping.signal,
    pace: config.pace ?? 1,
  }
  resources.defer(startPostingSweep(hub))
  resources.defer(startFeedHousekeeping(hub))
  resources.defer(startHoleSweep(hub))
  resources.defer(startHousekeeping(hub))
  resources.defer(startAuditSeals(hub))
  resources.defer(startPeriodic(hub, 'signing keys', RENEW_MS, () => signer.renew()))
  resources.defer(startDuePrices(hub))
  resources.defer(startStockPublisher(hub))
  resources.defer(startReceiptPublisher(hub))
  resources.defer(startPublisher(hub, PUBLISHED_CARDS))
  resources.defer(startPublisher(hub, PUBLISHED_VOUCHERS))
  if (config.runsJobs) startJobs(hub, config, resources)
  resources.defer(() => stopping.abort())

  const app = createApp(hub, issuer, config.consoleDir)
  const undo = resources.move()
  return {
    app,
    databaseLost: databaseLost.promise,
    announceStop: () => stopping.abort(),
    stop: () => undo.disposeAsync(),
  }
}

/** Starts the background work of a process that runs jobs. */
function startAllJobs(hub: HubContext, config: HubConfig, resources: AsyncDisposableStack): void {
  resources.defer(startFiscalising(hub))
  doImports(hub)
  doImportPreviews(hub)
  doChangeSets(hub)
  doDemoData(hub)
  doExtsysImports(hub)
  doCleanups(hub)
  sendMails(hub, MAIL_COMPOSERS)
  resources.defer(reportJobProcess(hub))
  deleteOrganizations(hub)
  doExports(hub)
  const imagePlaces = { allowed: config.fetchableAddresses ?? [], hosts: config.imageHosts }
  fetchImages(hub, imagePlaces, (organizationId) => signInForImages(hub, organizationId))
  resources.defer(startPeriodic(hub, 'stranded jobs', STRANDED_JOBS_MS, () => failStranded(hub)))
  resources.defer(startMessenger(hub, config.telegramApiUrl))
  resources.defer(startDigests(hub))
  resources.defer(checkBooksNightly(hub))
  resources.defer(startCostRecalculations(hub))
  resources.defer(startDaySums(hub))
  resources.defer(startPeriodSums(hub))
}

function prepareFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${(error as Error).message}`)
  }
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], config: HubConfig): Promise<Server> {
  return new Promise((resolve, reject) => {
    const { host: hostname, port } = config
    const serving = { fetch, hostname, port, serverOptions: HEADER_DEADLINE }
    const server = serve(serving, () => resolve(server)) as Server
    // `100 Continue` is sent when the body is read (request-body.ts).
    server.on('checkContinue', (incoming, outgoing) => server.emit('request', incoming, outgoing))
    server.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${config.host}:${config.port}`
      const reason =
        error.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used: ${error.message}`
      reject(new StartError(`The address ${where} ${reason}`))
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), STOP_PATIENCE_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
