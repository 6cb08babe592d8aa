import { z } from 'zod'

/**
 * Permissions of roles, in the form `area.action`. Each route requires one of them. A user has only the
 * permissions that a role grants.
 */
export const PERMISSIONS = [
  'catalog.view',
  'catalog.create',
  'catalog.update',
  'catalog.delete',
  'catalog.export',
  'purchases.view',
  'purchases.create',
  'purchases.update',
  'purchases.delete',
  'purchases.post',
  'purchases.unpost',
  'purchases.export',
  'sales.view',
  'sales.create',
  'sales.update',
  'sales.delete',
  'sales.post',
  'sales.unpost',
  'sales.export',
  'sales.override_price',
  'sales.override_return_period',
  'inventory.view',
  'inventory.create',
  'inventory.update',
  'inventory.delete',
  'inventory.post',
  'inventory.unpost',
  'inventory.export',
  'loyalty.view',
  'loyalty.create',
  'loyalty.update',
  'loyalty.delete',
  'costs.view',
  'period.override',
  'organization.view',
  'organization.update',
  'organization.share_views',
  'employees.view',
  'employees.create',
  'employees.update',
  'employees.delete',
  'audit.view',
  'devices.manage',
  'sync.view',
  'sync.manage',
  'pos.sell',
  'pos.return',
  'pos.sync',
] as const

export const Permission = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof Permission>

/** Permissions that a role can grant: all except the data exchange, which is reserved for devices. */
export const PersonPermission = Permission.exclude(['pos.sync'])
export type PersonPermission = z.infer<typeof PersonPermission>

const allOf = (area: 'catalog' | 'purchases' | 'sales' | 'inventory' | 'loyalty'): Permission[] =>
  PERMISSIONS.filter((permission) => permission.startsWith(`${area}.`))

/** Initial roles of every organization. */
export const SYSTEM_ROLES: Record<string, readonly Permission[]> = {
  Owner: PersonPermission.options,
  Administrator: PersonPermission.options,
  Manager: [
    ...allOf('catalog'),
    ...allOf('purchases'),
    ...allOf('sales'),
    ...allOf('inventory'),
    ...allOf('loyalty'),
    'costs.view',
    'organization.share_views',
    'sync.view',
    'sync.manage',
    'pos.sell',
    'pos.return',
  ],
  Storekeeper: ['catalog.view', 'catalog.export', ...allOf('purchases'), ...allOf('inventory')],
  Cashier: ['pos.sell', 'pos.return'],
}
