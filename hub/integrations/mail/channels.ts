import type { HubContext } from '#hub/context.ts'
import { platformChannels } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { MailServer } from './deliver.ts'
import type { MailConfig } from './mail-config.ts'

export type ChannelsRow = typeof platformChannels.$inferSelect

/** Mail server, and public address for links. */
export interface Outgoing {
  server: MailServer
  /** Base address for links. It is configured and never taken from a request, whose Host can be forged. */
  publicUrl: string
}

export async function readChannels(tx: PlatformTx): Promise<ChannelsRow> {
  const [row] = await tx.select().from(platformChannels)
  return must(row, 'channels of the platform')
}

/** Returns the mail server and the public address. Throws `mail_not_configured`, `public_url_missing`. */
export async function outgoingOf(
  tx: PlatformTx,
  hub: Pick<HubContext, 'keyRing' | 'mail'>,
): Promise<Outgoing> {
  const channels = await readChannels(tx)
  const server = serverOf(channels, hub)
  if (!server) throw new Problem('mail_not_configured', { detail: 'A SuperAdmin must set it up' })
  const publicUrl = publicUrlOf(channels, hub.mail)
  if (!publicUrl) throw new Problem('public_url_missing', { detail: 'A SuperAdmin must set it up' })
  return { server, publicUrl }
}

/** True when mails can be sent. Used for optional mails. */
export async function canMail(tx: PlatformTx, hub: Pick<HubContext, 'keyRing' | 'mail'>): Promise<boolean> {
  const channels = await readChannels(tx)
  return Boolean(serverOf(channels, hub) && publicUrlOf(channels, hub.mail))
}

/** Returns the public address, or undefined when none is configured. */
export function publicUrlOf({ publicUrl }: ChannelsRow, config: MailConfig): string | undefined {
  return publicUrl ?? config.publicUrl ?? (config.dir === undefined ? undefined : config.ownUrl)
}

function serverOf(
  row: ChannelsRow,
  { keyRing, mail }: Pick<HubContext, 'keyRing' | 'mail'>,
): MailServer | undefined {
  const from = {
    address: row.mailFromAddress ?? 'counterfoil@localhost',
    name: row.mailFromName ?? 'Counterfoil',
  }
  if (mail.dir !== undefined) return { kind: 'folder', dir: mail.dir, announce: mail.announce, from }
  if (row.mailHost === null || row.mailPort === null || row.mailTls === null) return undefined
  const { mailHost: host, mailPort: port, mailTls: tls, mailUser: user, mailPassword: sealed } = row
  const password = sealed === null ? null : keyRing.open(sealed, MAIL_PASSWORD)
  return { kind: 'smtp', host, port, tls, user, password, from }
}

/** Place that the mail server's password is sealed for. */
export const MAIL_PASSWORD = placeOf(platformChannels.mailPassword, 'true')
