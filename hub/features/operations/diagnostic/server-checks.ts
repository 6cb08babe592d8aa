import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newFileKey } from '#hub/files/file-store.ts'
import { outgoingOf } from '#hub/integrations/mail/channels.ts'
import { greet } from '#hub/integrations/mail/deliver.ts'
import type { DiagnosticName } from '#shared/contracts/organization/diagnostic.ts'
import { Problem } from '#shared/problems/problem.ts'
import { CHECK_TIMEOUT_MS, type Check, type Checked, error, ok, one, warning } from './check.ts'

const GIB = 1024 ** 3
const DISK = { errorBytes: GIB, warningBytes: 5 * GIB }
const SLOW_MS = 500
const LONG_STATEMENT_SECONDS = 20
const CLOCK_MS = 5000

/** Checks of the server, shared by all organizations. */
export const SERVER_CHECKS = {
  database: async ({ hub }) => {
    const from = performance.now()
    await hub.db.ping()
    const ms = Math.round(performance.now() - from)
    return ms <= SLOW_MS ? ok('databaseQuick', { ms }) : warning('databaseSlow', { ms })
  },

  statements: async ({ hub }) => {
    const { seconds } = await hub.db.platform((tx) =>
      one<{ seconds: number }>(
        tx,
        sql`
        SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start)), 0)::int AS seconds FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND state = 'active' AND pid <> pg_backend_pid()`,
      ),
    )
    return seconds < LONG_STATEMENT_SECONDS ? ok('statementsQuick') : warning('statementsSlow', { seconds })
  },

  clock: async ({ hub }) => {
    const { ms } = await hub.db.platform((tx) =>
      one<{ ms: number }>(tx, sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`),
    )
    const off = Math.round(Math.abs(Date.now() - ms))
    return off <= CLOCK_MS ? ok('clocksAgree') : error('clocksDiffer', { seconds: Math.round(off / 1000) })
  },

  disk: async ({ hub }) => {
    const free = await hub.tempFiles.freeBytes()
    const values = { gib: (free / GIB).toFixed(1) }
    if (free >= DISK.warningBytes) return ok('diskHasRoom', values)
    return (free < DISK.errorBytes ? error : warning)('diskIsFull', values)
  },

  files: async ({ hub, organizationId }) => {
    const key = `diagnostic/${organizationId}/${newFileKey()}`
    const content = randomBytes(64)
    try {
      await hub.files.put(key, content, 'application/octet-stream')
      const file = await hub.files.get(key)
      const read = file && Buffer.from(await new Response(file.content).arrayBuffer())
      return read?.equals(content) ? ok('filesKept') : error('filesDiffer')
    } catch (cause) {
      return error('filesFail', { code: codeOf(cause) })
    } finally {
      await hub.files.delete(key).catch(() => undefined)
    }
  },

  mailServer: async ({ hub }) => {
    try {
      const { server } = await hub.db.platform((tx) => outgoingOf(tx, hub))
      await greet(server, CHECK_TIMEOUT_MS - 500)
      return server.kind === 'folder' ? warning('mailToFolder') : ok('mailTaken')
    } catch (cause) {
      return cause instanceof Problem
        ? warning('mailNotSet', { code: cause.code })
        : error('mailRefused', { code: codeOf(cause) })
    }
  },
} satisfies Partial<Record<DiagnosticName, Check>>

/** True when mails are written to files instead of being sent. */
export const areMailsFiles = ({ hub }: Checked): boolean => hub.mail.dir !== undefined

/** Returns the code of an error. Its message is not used, because it can contain names of users and servers. */
function codeOf(cause: unknown): string {
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : 'no code'
}
