import { pino } from 'pino'
import type { AnnouncedMail } from '#hub/config/config.ts'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from '../config/config.ts'
import { startHub } from '../hub.ts'

/** Runs the hub process. Logs one JSON line for each event to standard output. SIGINT and SIGTERM end it cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({
    level: config.logLevel,
    base: { service: 'hub', pid: process.pid },
    redact: ['password', 'token', 'secret', 'authorization', '*.password', '*.token', '*.secret'],
  })
  const hub = await startHub({ ...config, announceMail }, log)
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
  // The supervisor restarts the hub, which restarts the database.
  void hub.databaseLost.then(() => {
    log.fatal('the embedded PostgreSQL has ended')
    process.exit(1)
  })
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}

/** Announces a mail stored in MAIL_DIR, to the parent process if there is one, otherwise on the terminal. */
function announceMail(mail: AnnouncedMail): void {
  if (process.send) process.send({ type: 'mail', mail })
  else process.stdout.write(`Mail to ${mail.to}: ${mail.subject}\n  ${mail.link ?? mail.file}\n`)
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartError
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exit(1)
})
