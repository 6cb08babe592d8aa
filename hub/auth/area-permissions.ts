import type { Access } from './access.ts'

/** Permissions required for the standard operations of each area. */
export const AREA_PERMISSIONS = {
  catalog: {
    view: 'catalog.view',
    create: 'catalog.create',
    update: 'catalog.update',
    delete: 'catalog.delete',
    export: 'catalog.export',
  },
  purchases: {
    view: 'purchases.view',
    create: 'purchases.create',
    update: 'purchases.update',
    delete: 'purchases.delete',
    post: 'purchases.post',
    unpost: 'purchases.unpost',
    export: 'purchases.export',
  },
  sales: {
    view: 'sales.view',
    create: 'sales.create',
    update: 'sales.update',
    delete: 'sales.delete',
    post: 'sales.post',
    unpost: 'sales.unpost',
    export: 'sales.export',
  },
  inventory: {
    view: 'inventory.view',
    create: 'inventory.create',
    update: 'inventory.update',
    delete: 'inventory.delete',
    post: 'inventory.post',
    unpost: 'inventory.unpost',
    export: 'inventory.export',
  },
  loyalty: {
    view: 'loyalty.view',
    create: 'loyalty.create',
    update: 'loyalty.update',
    delete: 'loyalty.delete',
  },
  employees: {
    view: 'employees.view',
    create: 'employees.create',
    update: 'employees.update',
    delete: 'employees.delete',
  },
  sharedViews: {
    view: 'signed-in',
    create: 'organization.share_views',
    update: 'organization.share_views',
    delete: 'organization.share_views',
  },
} as const satisfies Record<string, Record<string, Access>>

export type Area = keyof typeof AREA_PERMISSIONS
