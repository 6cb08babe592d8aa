import { eq, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { staleVersion } from '#hub/db/records.ts'
import { identityProviders, platformChannels } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import {
  ISSUERS,
  type ProviderRow,
  placeOfClientSecret,
  readProviders,
} from '#hub/features/account/sign-on/providers.ts'
import { type ChannelsRow, MAIL_PASSWORD, readChannels } from '#hub/integrations/mail/channels.ts'
import { BOT_TOKEN, BOT_TOKEN_PLACE } from '#hub/integrations/messenger/bot.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import type {
  MailUpdate,
  PlatformChannels,
  PlatformChannelsUpdate,
  SignOnProviderUpdate,
} from '#shared/contracts/platform/settings.ts'
import { masked } from '#shared/contracts/secrets.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { isNearHost } from '#shared/std/host-place.ts'
import { must } from '#shared/std/must.ts'

/**
 * Updates the channels. Throws `concurrency_conflict`. Throws `invalid_request` when a password or secret is
 * missing, or is stored for another server, user, issuer or client, and for other invalid fields.
 */
export async function updateChannels(
  tx: PlatformTx,
  { version, publicUrl, mail, signOn, messengerToken, backedUpKeyId }: PlatformChannelsUpdate,
  { keyRing }: Pick<HubContext, 'keyRing'>,
): Promise<Channels> {
  const [current] = await tx.select().from(platformChannels).for('update')
  const before = must(current, 'channels of the platform')
  if (before.version !== version) throw staleVersion(version, before.version)
  if (backedUpKeyId !== null && backedUpKeyId !== before.backedUpKeyId && backedUpKeyId !== keyRing.keyId)
    throw invalidField(['backedUpKeyId'], `is not the current sealing key: ${keyRing.keyId}`)
  if (mail?.tls === 'None' && !isNearHost(mail.host))
    throw invalidField(
      ['mail', 'tls'],
      'the server is outside the private network: others could read mails and their links',
    )
  if (messengerToken && !BOT_TOKEN.test(messengerToken))
    throw invalidField(
      ['messengerToken'],
      'must have the form of a BotFather token, such as 123456:ABC-DEF1234ghIkl',
    )
  await saveProviders(tx, signOn, keyRing)
  const mailPassword = passwordOf(before, mail, (plain) => keyRing.seal(plain, MAIL_PASSWORD))
  await tx
    .update(platformChannels)
    .set({
      publicUrl,
      backedUpKeyId,
      mailPassword,
      ...(messengerToken !== undefined && {
        messengerToken: messengerToken && keyRing.seal(messengerToken, BOT_TOKEN_PLACE),
      }),
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
  return readAllChannels(tx)
}

interface Channels {
  row: ChannelsRow
  providers: ProviderRow[]
}

export const readAllChannels = async (tx: PlatformTx): Promise<Channels> => ({
  row: await readChannels(tx),
  providers: await readProviders(tx),
})

/** Saves the sign-on providers. A secret is used only with the issuer and client that it was entered for. */
async function saveProviders(
  tx: PlatformTx,
  updates: readonly SignOnProviderUpdate[],
  keyRing: KeyRing,
): Promise<void> {
  const before = await readProviders(tx)
  const rows = updates.map(({ clientSecret: given, issuer: named, ...update }, i) => {
    const issuer = named ?? ISSUERS[update.key]
    if (issuer === undefined) throw invalidField(['signOn', i, 'issuer'], 'is needed')
    const known = before.find(({ key }) => key === update.key)
    const isSame = known?.issuer === issuer && known.clientId === update.clientId
    if (given === undefined && known && known.clientSecret !== null && !isSame)
      throw invalidField(
        ['signOn', i, 'clientSecret'],
        'must be given again: the issuer or the client has changed',
      )
    const kept = known?.clientSecret ?? null
    const sealed = given ? keyRing.seal(given, placeOfClientSecret(update.key)) : given === null ? null : kept
    return { ...update, issuer, clientSecret: sealed }
  })
  await tx.delete(identityProviders)
  if (rows.length > 0) await tx.insert(identityProviders).values(rows)
}

/**
 * Returns the encrypted password. A stored password is used only with the server and user that it was entered
 * for.
 */
function passwordOf(
  before: ChannelsRow,
  mail: MailUpdate | null,
  seal: (plain: string) => string,
): string | null {
  if (!mail) return null
  const path = ['mail', 'password']
  if (mail.user === null) {
    if (mail.password) throw invalidField(path, 'needs a user')
    return null
  }
  if (mail.password) return seal(mail.password)
  if (mail.password === null || before.mailPassword === null)
    throw invalidField(path, 'the user needs a password')
  const isSame =
    mail.host === before.mailHost &&
    mail.port === before.mailPort &&
    mail.tls === before.mailTls &&
    mail.user === before.mailUser
  if (!isSame) throw invalidField(path, 'must be given again: the server or the user has changed')
  return before.mailPassword
}

export function presentChannels({ row, providers }: Channels, keyId: string): PlatformChannels {
  const { mailHost: host, mailPort: port, mailTls: tls, mailUser: user, mailFromAddress: fromAddress } = row
  const isSet = host !== null && port !== null && tls !== null && fromAddress !== null
  return {
    version: row.version,
    publicUrl: row.publicUrl,
    mail: isSet
      ? { host, port, tls, user, password: masked(row.mailPassword), fromAddress, fromName: row.mailFromName }
      : null,
    signOn: providers.map(({ clientSecret, ...provider }) => ({
      ...provider,
      clientSecret: masked(clientSecret),
    })),
    messengerToken: masked(row.messengerToken),
    backedUpKeyId: row.backedUpKeyId,
    sealingKeyId: keyId,
    updatedAt: row.updatedAt.toISOString(),
  }
}
