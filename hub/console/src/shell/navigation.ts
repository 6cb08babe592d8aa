import {
  IconAddressBook,
  IconArrowsExchange,
  IconBox,
  IconBrandTelegram,
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconCashRegister,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconClock,
  IconCoins,
  IconCreditCard,
  IconDeviceDesktop,
  IconDiscount,
  IconFileZip,
  IconFolders,
  IconGift,
  IconHistory,
  IconHome,
  IconId,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMessage,
  IconPackageExport,
  IconPackageImport,
  IconPlugConnected,
  IconReceipt,
  IconReceiptTax,
  IconReplace,
  IconReportAnalytics,
  IconRuler,
  IconSettings,
  IconSortDescending,
  IconStack2,
  IconStars,
  IconStethoscope,
  IconTag,
  IconTransfer,
  IconTransferIn,
  IconTrash,
  IconTrashX,
  IconTrendingUp,
  IconTruckDelivery,
  IconUsers,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import type { PageEntry } from '../page-entry.ts'

interface NavigationItem {
  /** Key of the item. Its text is `navigation.<key>`. */
  key: string
  to: string
  may: PageEntry['may']
  icon: TablerIcon
}

export interface NavigationSection {
  /** Key of the section. Its text is `navigation.<key>`. The first section has no key. */
  key: string | null
  items: NavigationItem[]
}

const item = (key: string, to: string, may: PageEntry['may'], icon: TablerIcon): NavigationItem => ({
  key,
  to,
  may,
  icon,
})

/** Navigation of the platform's area. */
export const PLATFORM_NAVIGATION: readonly NavigationSection[] = [
  {
    key: null,
    items: [
      item('platform', '/platform', 'super-admin', IconHome),
      item('organizations', '/platform/organizations', 'super-admin', IconBuilding),
      item('invitations', '/platform/invitations', 'super-admin', IconMail),
      item('platformUnits', '/platform/units', 'super-admin', IconRuler),
      item('channels', '/platform/channels', 'super-admin', IconPlugConnected),
      item('feedback', '/platform/feedback', 'super-admin', IconMessage),
      item('platformSettings', '/platform/settings', 'super-admin', IconSettings),
      item('auditLog', '/platform/audit-log', 'super-admin', IconHistory),
    ],
  },
]

/** Navigation of the organization's area, ordered by the daily workflow. */
export const NAVIGATION: readonly NavigationSection[] = [
  { key: null, items: [item('home', '/', 'signed-in', IconHome)] },
  {
    key: 'selling',
    items: [
      item('sales', '/sales', 'sales.view', IconReceipt),
      item('fiscalReceipts', '/fiscal-receipts', 'sales.view', IconReceiptTax),
      item('shifts', '/shifts', 'sales.view', IconClock),
      item('cashMovements', '/cash-movements', 'sales.view', IconCash),
      item('tillEvents', '/till-events', 'sales.view', IconListDetails),
      item('workList', '/work-list', 'sync.view', IconListCheck),
      item('demands', '/demands', 'sales.view', IconTruckDelivery),
    ],
  },
  {
    key: 'reports',
    items: [
      item('salesReport', '/reports/sales', 'sales.view', IconChartBar),
      item('profitReport', '/reports/profit', 'sales.view', IconTrendingUp),
      item('abcReport', '/reports/abc', 'sales.view', IconSortDescending),
      item('stockReport', '/reports/stock', 'inventory.view', IconReportAnalytics),
    ],
  },
  {
    key: 'loyalty',
    items: [
      item('promotions', '/promotions', 'loyalty.view', IconDiscount),
      item('programs', '/loyalty-programs', 'loyalty.view', IconStars),
      item('cards', '/loyalty-cards', 'loyalty.view', IconCreditCard),
      item('vouchers', '/vouchers', 'loyalty.view', IconGift),
    ],
  },
  {
    key: 'purchases',
    items: [
      item('supplies', '/supplies', 'purchases.view', IconPackageImport),
      item('supplierReturns', '/supplier-returns', 'purchases.view', IconPackageExport),
    ],
  },
  {
    key: 'stockSection',
    items: [
      item('stock', '/stock', 'inventory.view', IconStack2),
      item('movements', '/movements', 'inventory.view', IconArrowsExchange),
      item('enters', '/enters', 'inventory.view', IconTransferIn),
      item('losses', '/losses', 'inventory.view', IconTrash),
      item('transfers', '/transfers', 'inventory.view', IconTransfer),
      item('inventories', '/inventories', 'inventory.view', IconClipboardCheck),
      item('booksCheck', '/books-check', 'inventory.view', IconChecklist),
    ],
  },
  {
    key: 'catalog',
    items: [
      item('products', '/products', 'catalog.view', IconBox),
      item('productGroups', '/product-groups', 'catalog.view', IconFolders),
      item('priceTypes', '/price-types', 'catalog.view', IconTag),
      item('counterparties', '/counterparties', 'catalog.view', IconAddressBook),
      item('changes', '/changes', 'catalog.view', IconReplace),
    ],
  },
  {
    key: 'shops',
    items: [
      item('retailPoints', '/retail-points', 'catalog.view', IconCashRegister),
      item('devices', '/devices', 'sync.view', IconDeviceDesktop),
      item('stores', '/stores', 'catalog.view', IconBuildingStore),
    ],
  },
  {
    key: 'organization',
    items: [
      item('employees', '/employees', 'employees.view', IconUsers),
      item('roles', '/roles', 'employees.view', IconId),
      item('settings', '/settings', 'organization.view', IconSettings),
      item('fiscal', '/fiscal', 'organization.view', IconReceiptTax),
      item('units', '/units', 'catalog.view', IconRuler),
      item('currencies', '/currencies', 'catalog.view', IconCoins),
      item('countries', '/countries', 'catalog.view', IconWorld),
      item('extsys', '/extsys', 'organization.view', IconPlugConnected),
      item('messenger', '/messenger', 'organization.view', IconBrandTelegram),
      item('auditLog', '/audit-log', 'audit.view', IconHistory),
      item('diagnostic', '/diagnostic', 'organization.view', IconStethoscope),
      item('export', '/export', 'organization.update', IconFileZip),
      item('cleanup', '/cleanup', 'organization.update', IconTrashX),
    ],
  },
]
