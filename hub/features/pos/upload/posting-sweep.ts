import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import { uploads } from '#hub/db/tables/sync.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import { type PostingContext, postUploads } from './post-upload.ts'

type Sweeper = HubCore & PostingContext

const EVERY_MS = 60_000
const PAGE_ITEMS = 100

/**
 * Starts posting items left in custody because they were held, or because the receiving process died. Posting
 * is idempotent, so several hub processes can sweep concurrently.
 */
export function startPostingSweep(hub: Sweeper): () => Promise<void> {
  return startPeriodic(hub, 'posting sweep', EVERY_MS, () => sweep(hub))
}

async function sweep(hub: Sweeper): Promise<void> {
  const organizationIds = await hub.db.platform((tx) =>
    listIds(tx, sql`SELECT platform_organizations_with_unposted_uploads() AS id`),
  )
  for (const id of organizationIds) {
    // Reads all pages, so that items that keep failing do not block later ones.
    let last: Waiting | undefined
    do {
      const page = await findWaiting(hub, id, last)
      await postUploads(
        hub,
        id,
        page.map((upload) => upload.id),
      )
      last = page.at(-1)
    } while (last && !hub.stopping.aborted)
  }
}

interface Waiting {
  id: string
  receivedAt: Date
}

/** Returns the next items to post, oldest first. Returns none while the organization is archived. */
function findWaiting(hub: Sweeper, organizationId: string, after?: Waiting): Promise<Waiting[]> {
  return hub.db.read(organizationId, (tx) =>
    tx
      .select({ id: uploads.id, receivedAt: uploads.receivedAt })
      .from(uploads)
      .innerJoin(
        organizations,
        and(eq(organizations.id, uploads.organizationId), eq(organizations.isArchived, false)),
      )
      .where(
        and(
          eq(uploads.organizationId, organizationId),
          // A recently received item is still being posted by its own request.
          or(
            eq(uploads.status, 'held'),
            and(eq(uploads.status, 'received'), lt(uploads.receivedAt, sql`now() - interval '30 seconds'`)),
          ),
          after &&
            or(
              gt(uploads.receivedAt, after.receivedAt),
              and(eq(uploads.receivedAt, after.receivedAt), gt(uploads.id, after.id)),
            ),
        ),
      )
      .orderBy(asc(uploads.receivedAt), asc(uploads.id))
      .limit(PAGE_ITEMS),
  )
}
