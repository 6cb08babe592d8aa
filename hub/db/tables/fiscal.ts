import { foreignKey, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { FiscalProvider } from '#shared/contracts/organization/fiscal.ts'
import { organizations } from './platform.ts'
import { retailPoints } from './catalog.ts'
import { changeColumns, jsonColumn } from './columns.ts'

/** One row of an organization that has ever set its fiscal providers. */
export const fiscalSettings = pgTable(
  'fiscal_settings',
  { organizationId: uuid().primaryKey(), ...changeColumns() },
  (table) => [foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] })],
)

/** Where fiscal receipts are made. */
export const fiscalCashBoxes = pgTable(
  'fiscal_cash_boxes',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    /** null: of every retail point that has none of its own. */
    retailPointId: uuid(),
    provider: text().$type<FiscalProvider>().notNull(),
    /** What is no secret, as the contract has it. */
    settings: jsonColumn<Record<string, string | null>>().notNull(),
    /** JSON of the provider's secrets by name, sealed as one (hub/secrets/sealed-columns.ts); null: it has none. */
    sealedSecrets: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('fiscal_cash_boxes_point_key').on(table.organizationId, table.retailPointId).nullsNotDistinct(),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    foreignKey({
      columns: [table.organizationId, table.retailPointId],
      foreignColumns: [retailPoints.organizationId, retailPoints.id],
    }).onDelete('cascade'),
  ],
)
