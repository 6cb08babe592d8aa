import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { NIL } from 'uuid'
import { forgetOldOrigins } from '#hub/auth/trusted-origins.ts'
import type { HubCore } from '#hub/core.ts'
import { allOrganizations } from '#hub/db/all-organizations.ts'
import { changeSets } from '#hub/db/tables/change-sets.ts'
import { mails, passwordResets, signUpInvitations } from '#hub/db/tables/mail.ts'
import { organizationExports } from '#hub/db/tables/organization-exports.ts'
import { idempotencyKeys, refreshTokens } from '#hub/db/tables/platform.ts'
import { pastPrices, productImports } from '#hub/db/tables/products.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 24 * 60 * 60_000
/** Days to keep idempotency keys, much longer than any client repeats a request. */
const IDEMPOTENCY_KEY_DAYS = 30

/** Days to keep the outcome of a mail. */
const MAIL_DAYS = 90

/** Days to keep an ended invitation for support. */
const INVITATION_DAYS = 30

/** Days to keep a preview that has not been applied. */
const PREVIEW_DAYS = 30
const PREVIEW = ['Previewing', 'Previewed'] as const

/** Days to keep past prices. No till is expected to be offline for longer. */
const PAST_PRICE_DAYS = 400

interface Housekeeper extends HubCore {
  files: FileStore
}

/**
 * Starts deleting obsolete records: old idempotency keys with their responses, expired refresh tokens and
 * password resets, unused sign-in origins, ended sign-up invitations, old mails and prices, previews that
 * were never applied, and files of expired exports.
 */
export function startHousekeeping(hub: Housekeeper): () => Promise<void> {
  return startPeriodic(hub, 'housekeeping', EVERY_MS, () => keepHouse(hub))
}

async function keepHouse(hub: Housekeeper): Promise<void> {
  await hub.db.platform(async (tx) => {
    await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, sql`now()`))
    await forgetOldOrigins(tx)
    await tx.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now() - interval '1 day'`))
    await tx
      .delete(signUpInvitations)
      .where(lt(signUpInvitations.expiresAt, sql`now() - make_interval(days => ${INVITATION_DAYS})`))
    await tx.delete(mails).where(lt(mails.createdAt, sql`now() - make_interval(days => ${MAIL_DAYS})`))
  })
  // The nil id stands for the whole platform (hub/http/idempotency.ts).
  for (const organizationId of [NIL, ...(await allOrganizations(hub))]) {
    if (hub.stopping.aborted) return
    const files = await hub.db.transact(organizationId, async (tx) => {
      const isOlder = (column: AnyPgColumn, days: number) =>
        lt(column, sql`now() - make_interval(days => ${days})`)
      await tx
        .delete(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.organizationId, organizationId),
            isOlder(idempotencyKeys.createdAt, IDEMPOTENCY_KEY_DAYS),
          ),
        )
      await tx
        .delete(changeSets)
        .where(
          and(
            eq(changeSets.organizationId, organizationId),
            inArray(changeSets.step, [...PREVIEW]),
            isOlder(changeSets.createdAt, PREVIEW_DAYS),
          ),
        )
      await tx
        .delete(pastPrices)
        .where(
          and(eq(pastPrices.organizationId, organizationId), isOlder(pastPrices.endedAt, PAST_PRICE_DAYS)),
        )
      const imports = await tx
        .delete(productImports)
        .where(
          and(
            eq(productImports.organizationId, organizationId),
            inArray(productImports.status, [...PREVIEW]),
            isOlder(productImports.createdAt, PREVIEW_DAYS),
          ),
        )
        .returning({ key: productImports.fileKey })
      const exports = await tx
        .update(organizationExports)
        .set({ fileKey: null })
        .from(sql`(SELECT id AS was_id, file_key AS was_key FROM organization_exports
          WHERE organization_id = ${organizationId} AND expires_at < now() AND file_key IS NOT NULL) AS expired`)
        .where(
          and(
            eq(organizationExports.organizationId, organizationId),
            sql`${organizationExports.id} = expired.was_id`,
          ),
        )
        .returning({ key: sql<string>`expired.was_key` })
      return [...imports, ...exports]
    })
    for (const { key } of files) await hub.files.delete(key)
  }
}
