import { and, eq, gt } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import { jobProcesses } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { publicUrlOf, readChannels } from '#hub/integrations/mail/channels.ts'
import { JOBS_SEEN_MS } from '#hub/jobs/job-processes.ts'
import type { SetupStatus } from '#shared/contracts/platform/settings.ts'

/** Returns the status of the setup steps required before the platform goes into production. */
export async function setupStatus(
  tx: PlatformTx,
  { keyRing, mail }: Pick<HubContext, 'keyRing' | 'mail'>,
): Promise<SetupStatus> {
  const administrators = await tx.$count(
    accounts,
    and(eq(accounts.isSuperAdmin, true), eq(accounts.isActive, true)),
  )
  const channels = await readChannels(tx)
  const processes = await tx.$count(
    jobProcesses,
    gt(jobProcesses.seenAt, new Date(Date.now() - JOBS_SEEN_MS)),
  )
  const publicUrl = publicUrlOf(channels, mail)
  const items: SetupStatus['items'] = [
    {
      name: 'administrator',
      isDone: administrators > 0,
      detail: `Active platform administrators: ${administrators}. npm run hub:admin creates one`,
    },
    mailItem(channels.mailHost, mail.dir),
    {
      name: 'publicUrl',
      isDone: publicUrl !== undefined,
      detail: publicUrl ?? 'Set the address of the platform: links in mails start with it',
    },
    {
      name: 'keyBackup',
      isDone: channels.backedUpKeyId === keyRing.keyId,
      detail: `Keep HUB_SECRET and HUB_SEALING_KEYS apart from the database, then confirm the backup of the key ${keyRing.keyId}`,
    },
    {
      name: 'jobs',
      isDone: processes > 0,
      detail:
        processes > 0
          ? `Server processes that run background jobs: ${processes}`
          : 'No server process runs background jobs: start one without RUN_JOBS=false',
    },
  ]
  return { isComplete: items.every(({ isDone }) => isDone), items }
}

function mailItem(host: string | null, dir: string | undefined): SetupStatus['items'][number] {
  if (dir !== undefined)
    return {
      name: 'mail',
      isDone: false,
      detail: `Nothing is sent: mails are saved as files in ${dir} (MAIL_DIR)`,
    }
  return {
    name: 'mail',
    isDone: host !== null,
    detail: host ?? 'Set up the mail server, then send a test mail',
  }
}
