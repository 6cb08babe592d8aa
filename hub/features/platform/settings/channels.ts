import { eq, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { staleVersion } from '#hub/db/records.ts'
import { platformChannels } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { type ChannelsRow, MAIL_PASSWORD, readChannels } from '#hub/mail/channels.ts'
import type {
  MailUpdate,
  PlatformChannels,
  PlatformChannelsUpdate,
} from '#shared/contracts/platform/settings.ts'
import { masked } from '#shared/contracts/secrets.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/** Throws concurrency_conflict, and invalid_request for a password that does not belong to the server. */
export async function updateChannels(
  tx: PlatformTx,
  { version, publicUrl, mail, backedUpKeyId }: PlatformChannelsUpdate,
  { keyRing }: Pick<HubContext, 'keyRing'>,
): Promise<ChannelsRow> {
  const [current] = await tx.select().from(platformChannels).for('update')
  const before = must(current, 'channels of the platform')
  if (before.version !== version) throw staleVersion(version, before.version)
  if (backedUpKeyId !== null && backedUpKeyId !== before.backedUpKeyId && backedUpKeyId !== keyRing.keyId)
    throw invalidField(['backedUpKeyId'], `is not the key that seals now: ${keyRing.keyId}`)
  const mailPassword = passwordOf(before, mail, (plain) => keyRing.seal(plain, MAIL_PASSWORD))
  await tx
    .update(platformChannels)
    .set({
      ...{ publicUrl, backedUpKeyId, mailPassword },
      mailHost: mail?.host ?? null,
      mailPort: mail?.port ?? null,
      mailTls: mail?.tls ?? null,
      mailUser: mail?.user ?? null,
      mailFromAddress: mail?.fromAddress ?? null,
      mailFromName: mail?.fromName ?? null,
      version: sql`${platformChannels.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(platformChannels.version, version))
  return readChannels(tx)
}

/** A stored password goes to the server and as the user that it was given for, and nowhere else. */
function passwordOf(
  before: ChannelsRow,
  mail: MailUpdate | null,
  seal: (plain: string) => string,
): string | null {
  if (!mail) return null
  const path = ['mail', 'password']
  if (mail.user === null) {
    if (mail.password) throw invalidField(path, 'is given without a user')
    return null
  }
  if (mail.password) return seal(mail.password)
  if (mail.password === null || before.mailPassword === null) throw invalidField(path, 'the user needs one')
  const isSame =
    mail.host === before.mailHost &&
    mail.port === before.mailPort &&
    mail.tls === before.mailTls &&
    mail.user === before.mailUser
  if (!isSame) throw invalidField(path, 'give it again: the server or the user is another')
  return before.mailPassword
}

export function presentChannels(row: ChannelsRow, keyId: string): PlatformChannels {
  const { mailHost: host, mailPort: port, mailTls: tls, mailUser: user, mailFromAddress: fromAddress } = row
  const isSet = host !== null && port !== null && tls !== null && fromAddress !== null
  return {
    version: row.version,
    publicUrl: row.publicUrl,
    mail: isSet
      ? { host, port, tls, user, password: masked(row.mailPassword), fromAddress, fromName: row.mailFromName }
      : null,
    backedUpKeyId: row.backedUpKeyId,
    sealingKeyId: keyId,
    updatedAt: row.updatedAt.toISOString(),
  }
}
