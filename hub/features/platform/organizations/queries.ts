import { and, eq, sql } from 'drizzle-orm'
import { notFound, ordering } from '#hub/db/records.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import type { Organization, OrganizationListQuery } from '#shared/contracts/platform/organizations.ts'

type Sizes = Pick<Organization, 'employees' | 'retailPoints' | 'devices'>
export type FullOrganization = Omit<Organization, 'createdAt' | 'updatedAt'> & {
  createdAt: Date | string
  updatedAt: Date | string
}

const COLUMNS =
  sql.raw(`id, version, created_at AS "createdAt", updated_at AS "updatedAt", name, tax_id AS "taxId", country,
  time_zone AS "timeZone", currency_id AS "defaultCurrencyId", owner_employee_id AS "ownerEmployeeId",
  owner_name AS "ownerName", owner_email AS "ownerEmail", is_archived AS "isArchived"`)

const SORTS = { name: sql`lower(name)`, createdAt: sql`created_at`, updatedAt: sql`updated_at` }

/** Returns a page of all organizations. `search` matches the name, the tax id and the owner's email address. */
export async function listOrganizations(tx: PlatformTx, query: OrganizationListQuery) {
  const { search, isArchived, ownerEmail, sort = 'name', page, pageSize } = query
  const part = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  const { rows } = await tx.execute<Omit<FullOrganization, keyof Sizes> & { total: string }>(sql`
    SELECT ${COLUMNS}, count(*) OVER () AS total FROM platform_organizations()
    WHERE (${part}::text IS NULL OR name ILIKE ${part} OR tax_id ILIKE ${part} OR owner_email ILIKE ${part})
      AND (${isArchived ?? null}::boolean IS NULL OR is_archived = ${isArchived ?? null})
      AND (${ownerEmail ?? null}::text IS NULL OR owner_email = ${ownerEmail ?? null})
    ORDER BY ${sql.join([...ordering(sort, SORTS), sql`id`], sql`, `)}
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`)
  const organizations = rows.map(({ total: _, ...row }) => row)
  return { rows: await withSizes(tx, organizations), total: Number(rows[0]?.total ?? 0) }
}

/** Returns the organization of the transaction. Throws `not_found`. */
export async function getOrganization(tx: Tx): Promise<FullOrganization> {
  const [found] = await tx
    .select({
      id: organizations.id,
      version: organizations.version,
      name: organizations.name,
      createdAt: organizations.createdAt,
      updatedAt: organizations.updatedAt,
      taxId: organizations.taxId,
      country: organizations.country,
      timeZone: organizations.timeZone,
      defaultCurrencyId: organizations.currencyId,
      ownerEmployeeId: organizations.ownerEmployeeId,
      ownerName: sql<
        string | null
      >`nullif(concat_ws(' ', ${employees.lastName}, ${employees.firstName}), '')`,
      ownerEmail: sql<string | null>`coalesce(${accounts.email}, ${employees.email})`,
      isArchived: organizations.isArchived,
    })
    .from(organizations)
    .leftJoin(
      employees,
      and(eq(employees.organizationId, organizations.id), eq(employees.id, organizations.ownerEmployeeId)),
    )
    .leftJoin(accounts, eq(accounts.id, employees.accountId))
    .where(eq(organizations.id, tx.organizationId))
  const [full] = await withSizes(tx, found ? [found] : [])
  if (!full) throw notFound('organization', tx.organizationId)
  return full
}

async function withSizes(
  tx: PlatformTx,
  rows: Omit<FullOrganization, keyof Sizes>[],
): Promise<FullOrganization[]> {
  const ids = sql.param(rows.map(({ id }) => id))
  const { rows: sizes } = await tx.execute<Sizes & { id: string }>(sql`
    SELECT id, employees, retail_points AS "retailPoints", devices FROM platform_organization_sizes(${ids}::uuid[])`)
  const known = new Map(sizes.map(({ id, ...of }) => [id, of]))
  return rows.map((row) => ({ employees: 0, retailPoints: 0, devices: 0, ...row, ...known.get(row.id) }))
}
