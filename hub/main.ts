import { pino } from 'pino'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from './config/config.ts'
import { startHub } from './hub.ts'

/** The hub's process: one JSON log line per event on standard output; SIGINT and SIGTERM end it cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({
    level: config.logLevel,
    base: { service: 'hub', pid: process.pid },
    redact: ['password', 'token', 'secret', 'authorization', '*.password', '*.token', '*.secret'],
  })
  const hub = await startHub(config, log)
  log.info({ url: hub.url }, 'the hub is ready')
  process.send?.({ type: 'ready', url: hub.url })

  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    hub.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the hub did not stop cleanly')
        process.exit(1)
      },
    )
  }
  // Whoever supervises the hub starts it again, and with it the database.
  void hub.databaseLost.then(() => {
    log.fatal('the embedded PostgreSQL has ended')
    process.exit(1)
  })
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartError
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exit(1)
})
