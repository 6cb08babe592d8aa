import type { Context } from 'hono'
import { NIL, validate } from 'uuid'
import type { Actor } from '#hub/auth/actor.ts'
import type { Command } from '#hub/db/transact.ts'
import { PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'
import { clientAddress } from './client-address.ts'
import type { HubEnv } from './env.ts'

/** A route as identified in the audit log. */
export interface Operation {
  method: string
  path: string
}

const MAX_AGENT = 300

/** Returns the command of a request for the audit log, with its author and source. */
export function commandOf(
  c: Context<HubEnv>,
  { method, path }: Operation,
  actor: Pick<Actor, 'kind' | 'id' | 'organizationId' | 'employeeId' | 'isSuperAdmin' | 'visit'>,
  id: string,
): Command {
  const recordId = Object.values(c.req.param() as Record<string, string>).find((value) => validate(value))
  return {
    id,
    at: new Date().toISOString(),
    organization_id: actor.organizationId || NIL,
    account_id: actor.kind === 'person' ? actor.id : null,
    employee_id: actor.employeeId,
    is_super_admin: actor.isSuperAdmin,
    reason: actor.visit?.reason ?? null,
    action: `${method.toUpperCase()} ${path}`,
    kind: kindOf(path),
    record_id: recordId?.toLowerCase() ?? null,
    source: entryPointOf(path, c.req.header(PAGE_HEADER) !== undefined),
    address: clientAddress(c),
    user_agent: c.req.header('User-Agent')?.slice(0, MAX_AGENT).toWellFormed() ?? null,
  }
}

/** Returns the source of a request. Pages of the console send PAGE_HEADER. */
function entryPointOf(path: string, isFromPage: boolean): AuditSource {
  if (path.startsWith('/api/pos/')) return 'Till'
  if (IMPORTS.test(path)) return 'Import'
  return isFromPage ? 'Page' : 'Api'
}
const IMPORTS = /^\/api\/(catalog\/products\/import|admin\/extsys\/import)/

/**
 * Returns the resource of a path, which is the segment after the area: `products` for
 * `/api/catalog/products/{id}/price` and `/api/catalog/products/bulk-update`. A path without an area begins
 * with the resource: `devices` for `/api/devices/{id}`.
 */
export function kindOf(path: string): string {
  const words = path.split('/').filter((word) => word !== '' && word !== 'api' && word !== 'v1')
  const named = words.slice(0, words.findIndex((word) => word.startsWith('{')) >>> 0)
  return (named.length > 2 ? named[1] : named.at(-1)) ?? path
}
