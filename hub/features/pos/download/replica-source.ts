import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { mayWorkAt } from '#hub/auth/may-work-at.ts'
import { organizationCurrencies, priceTypes, productGroups, retailPoints } from '#hub/db/tables/catalog.ts'
import {
  employeeRoles,
  employees,
  organizationSettings,
  organizationUnits,
} from '#hub/db/tables/organization.ts'
import { organizations, unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { cashBoxOfSale } from '#hub/features/sales/fiscal/leave-cash-boxes.ts'
import { logoFolder } from '#hub/features/uploads/image-files.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import { readWeightMasks } from '#shared/domain/weight-masks.ts'
import { amountToNumber, percentToNumber } from '#shared/money/decimal.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import { loadCards } from './card-source.ts'
import { loadCustomers } from './customer-source.ts'
import { loadPrograms, loadPromotions } from './loyalty-source.ts'
import { loadPriceTypes, loadVatRates } from './price-source.ts'
import { loadProducts } from './product-source.ts'
import { loadReceipts } from './receipt-source.ts'
import { limitOf, type ReplicaSource, selected } from './selection.ts'
import { loadStock } from './stock-source.ts'
import { loadVouchers } from './voucher-source.ts'

const loadSettings: ReplicaSource = async (tx, { retailPointId }, selection) => {
  if (retailPointId === null) return []
  const rows = await tx
    .select({
      point: retailPoints,
      organization: organizations,
      currency: organizationCurrencies,
      weightBarcodePrefixes: organizationSettings.weightBarcodePrefixes,
      enforceMinPrice: organizationSettings.enforceMinPrice,
      returnPeriodDays: organizationSettings.returnPeriodDays,
      discountStrategy: organizationSettings.discountStrategy,
      tillReasons: organizationSettings.tillReasons,
      onlyListedReasons: organizationSettings.onlyListedReasons,
      productGroupIds: sql<string[]>`ARRAY(
        SELECT chosen.product_group_id FROM retail_point_groups chosen
        WHERE chosen.organization_id = ${tx.organizationId} AND chosen.retail_point_id = ${retailPointId}
        ORDER BY chosen.product_group_id)`,
      cashierIds: sql<string[]>`ARRAY(
        SELECT chosen.employee_id FROM retail_point_cashiers chosen
        WHERE chosen.organization_id = ${tx.organizationId} AND chosen.retail_point_id = ${retailPointId}
        ORDER BY chosen.employee_id)`,
      isFiscal: sql<boolean>`EXISTS (
        SELECT FROM (SELECT ${retailPoints.id} AS retail_point_id) s CROSS JOIN LATERAL (${cashBoxOfSale(tx)}) b)`,
      isStockKnown: sql<boolean>`(${retailPoints.controlStock} OR ${retailPoints.onlyInStock}) AND EXISTS (
        SELECT FROM till_stock_stores told
        WHERE told.organization_id = ${tx.organizationId} AND told.store_id = ${retailPoints.storeId}
          AND told.state = 'Told')`,
    })
    .from(retailPoints)
    .innerJoin(organizations, eq(organizations.id, retailPoints.organizationId))
    .innerJoin(organizationSettings, eq(organizationSettings.organizationId, retailPoints.organizationId))
    .innerJoin(
      priceTypes,
      and(
        eq(priceTypes.organizationId, retailPoints.organizationId),
        eq(priceTypes.id, retailPoints.priceTypeId),
      ),
    )
    .innerJoin(
      organizationCurrencies,
      and(
        eq(organizationCurrencies.organizationId, priceTypes.organizationId),
        eq(organizationCurrencies.id, priceTypes.currencyId),
      ),
    )
    .where(
      and(
        eq(retailPoints.organizationId, tx.organizationId),
        eq(retailPoints.id, retailPointId),
        selected(retailPoints.id, selection),
      ),
    )
  return rows.map(({ point: row, organization, currency, ...chosen }) => ({
    t: 'settings',
    op: 'put',
    id: row.id,
    v: {
      organizationName: organization.name,
      taxId: organization.taxId,
      timeZone: organization.timeZone,
      currencyCode: currency.isoCode,
      currencySymbol: currency.symbol ?? currency.isoCode,
      retailPointId: row.id,
      retailPointName: row.name,
      address: row.address,
      storeId: row.storeId,
      priceTypeId: row.priceTypeId,
      isActive: row.isActive,
      allowCustomPrice: row.allowCustomPrice,
      allowReturnWithoutBasis: row.allowReturnWithoutBasis,
      vatIncluded: row.vatIncluded,
      receiptHeader: row.receiptHeader,
      receiptFooter: row.receiptFooter,
      paperWidth: row.paperWidth,
      allowDiscount: row.allowDiscount,
      maxDiscountPercent: percentToNumber(row.maxDiscountPercent),
      allowDeleteLines: row.allowDeleteLines,
      allowReturnFromClosedShift: row.allowReturnFromClosedShift,
      requireCashierChoice: row.requireCashierChoice,
      printAlways: row.printAlways,
      controlStock: row.controlStock,
      onlyInStock: row.onlyInStock,
      taxSystem: row.taxSystem,
      cashRounding: row.cashRounding,
      cashRoundingStep: amountToNumber(row.cashRoundingStep),
      cashRoundingAppliesTo: row.cashRoundingAppliesTo,
      paymentTypes: row.paymentTypes,
      allowRefundOtherTender: row.allowRefundOtherTender,
      blindClose: row.blindClose,
      offlineVoucherLimit: amountToNumber(row.offlineVoucherLimit),
      favouriteProductIds: row.favouriteProductIds,
      favouritesArrangedAt: row.favouritesArrangedAt?.toISOString() ?? null,
      receiptLanguage: row.receiptLanguage,
      logoPath: row.logoKey && `/${logoFolder(row.organizationId, row.logoKey)}`,
      receiptQr: row.receiptQr,
      maxVoucherSale: amountToNumber(row.maxVoucherSale),
      zeroLines: row.zeroLines,
      requireShift: row.requireShift,
      ...chosen,
      // jsonb does not preserve key order, and tills hash the parsed data in schema order.
      weightBarcodePrefixes: readWeightMasks(chosen.weightBarcodePrefixes),
      tillReasons: TillReasons.parse(chosen.tillReasons),
    },
  }))
}

const loadUnits: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select({ id: unitsOfMeasure.id, name: unitsOfMeasure.name, isFractional: unitsOfMeasure.isFractional })
    .from(organizationUnits)
    .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, organizationUnits.unitId))
    .where(
      and(
        eq(organizationUnits.organizationId, tx.organizationId),
        selected(organizationUnits.unitId, selection),
      ),
    )
    .orderBy(asc(organizationUnits.unitId))
    .limit(limitOf(selection))
  return rows.map(({ id, name, isFractional }) => ({ t: 'unit', op: 'put', id, v: { name, isFractional } }))
}

const loadGroups: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select()
    .from(productGroups)
    .where(and(eq(productGroups.organizationId, tx.organizationId), selected(productGroups.id, selection)))
    .orderBy(asc(productGroups.id))
    .limit(limitOf(selection))
  return rows.map(({ id, name, parentId, sortOrder, vatRate, useParentVat }) => ({
    t: 'group',
    op: 'put',
    id,
    v: { name, parentId, sortOrder, vatRate, useParentVat },
  }))
}

const loadCashiers: ReplicaSource = async (tx, { retailPointId }, selection) => {
  if (retailPointId === null) return []
  const rows = await tx
    .select({
      employee: employees,
      permissions: employeeRoles.permissions,
      tillLimits: employeeRoles.tillLimits,
    })
    .from(employees)
    .innerJoin(
      employeeRoles,
      and(eq(employeeRoles.organizationId, employees.organizationId), eq(employeeRoles.id, employees.roleId)),
    )
    .where(
      and(
        eq(employees.organizationId, tx.organizationId),
        eq(employees.isArchived, false),
        isNotNull(employees.posPinHash),
        mayWorkAt(tx, retailPointId),
        sql`'pos.sell' = ANY(${employeeRoles.permissions})`,
        selected(employees.id, selection),
      ),
    )
    .orderBy(asc(employees.id))
    .limit(limitOf(selection))
  return rows.map(({ employee, permissions, tillLimits }) => ({
    t: 'cashier',
    op: 'put',
    id: employee.id,
    v: {
      name: [employee.lastName, employee.firstName].filter(Boolean).join(' '),
      pinHash: employee.posPinHash ?? '',
      permissions: permissions.filter((permission) => permission.startsWith('pos.')),
      limits: TillLimits.parse(tillLimits),
    },
  }))
}

export const REPLICA_SOURCES: Record<ReplicaKind, ReplicaSource> = {
  settings: loadSettings,
  unit: loadUnits,
  group: loadGroups,
  product: loadProducts,
  cashier: loadCashiers,
  stock: loadStock,
  priceType: loadPriceTypes,
  vatRate: loadVatRates,
  customer: loadCustomers,
  receipt: loadReceipts,
  program: loadPrograms,
  promotion: loadPromotions,
  card: loadCards,
  voucher: loadVouchers,
}
