import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newFileKey } from '#hub/files/file-store.ts'
import { outgoingOf } from '#hub/mail/channels.ts'
import { greet } from '#hub/mail/deliver.ts'
import type { DiagnosticName } from '#shared/contracts/organization/diagnostic.ts'
import { Problem } from '#shared/problems/problem.ts'
import { type Check, error, ok, one, PATIENCE_MS, warning } from './check.ts'

const GIB = 1024 ** 3
const DISK = { errorBytes: GIB, warningBytes: 5 * GIB }
const SLOW_MS = 500
const CLOCK_MS = 5000

/** Of what the hub stands on, for all organizations. */
export const SERVER_CHECKS = {
  database: async ({ hub }) => {
    const from = performance.now()
    await hub.db.ping()
    const ms = Math.round(performance.now() - from)
    if (ms <= SLOW_MS) return ok(`The database answers within ${ms} ms.`)
    return warning(
      `The database took ${ms} ms for the simplest question.`,
      'See whether its server is overloaded, far away or short of connections (DATABASE_POOL_SIZE).',
    )
  },

  clock: async ({ hub }) => {
    const { ms } = await hub.db.platform((tx) =>
      one<{ ms: number }>(tx, sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`),
    )
    const off = Math.round(Math.abs(Date.now() - ms))
    if (off <= CLOCK_MS) return ok('The clocks of the hub and of the database agree.')
    return error(
      `The clocks of the hub and of the database differ by ${Math.round(off / 1000)} s.`,
      'Switch on time synchronization (NTP) on both servers.',
    )
  },

  disk: async ({ hub }) => {
    const free = await hub.tempFiles.freeBytes()
    const detail = `The data folder of the hub has ${(free / GIB).toFixed(1)} GiB left.`
    if (free >= DISK.warningBytes) return ok(detail)
    return (free < DISK.errorBytes ? error : warning)(detail, 'Free some room, or give the disk more.')
  },

  files: async ({ hub, organizationId }) => {
    const key = `diagnostic/${organizationId}/${newFileKey()}`
    const content = randomBytes(64)
    const fix = 'See whether the file store (FILES_DIR, S3_BUCKET) is there, may be written to and has room.'
    try {
      await hub.files.put(key, content, 'application/octet-stream')
      const file = await hub.files.get(key)
      const read = file && Buffer.from(await new Response(file.content).arrayBuffer())
      if (!read?.equals(content))
        return error('A file that was stored came back otherwise, or not at all.', fix)
      return ok('A file was stored, read and deleted.')
    } catch (cause) {
      return error(`A file could not be stored and read (${codeOf(cause)}).`, fix)
    } finally {
      await hub.files.delete(key).catch(() => undefined)
    }
  },

  mailServer: async ({ hub }) => {
    try {
      const { server } = await hub.db.platform((tx) => outgoingOf(tx, hub))
      await greet(server, PATIENCE_MS - 500)
      return ok(
        server.kind === 'folder' ? 'Mails become files: nothing is sent.' : 'The mail server takes mails.',
      )
    } catch (cause) {
      if (cause instanceof Problem)
        return warning(
          `No mail can be sent (${cause.code}): invitations, new passwords and receipts do not leave the hub.`,
          'A SuperAdmin sets up the mail server and the public address in the settings of the platform.',
        )
      return error(
        `The mail server does not take mails (${codeOf(cause)}).`,
        'A SuperAdmin checks host, port, encryption, user and password in the settings of the platform, and the firewall.',
      )
    }
  },
} satisfies Partial<Record<DiagnosticName, Check>>

/** Never the message, which may name people and places. */
function codeOf(cause: unknown): string {
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : 'no code'
}
