import { eq } from 'drizzle-orm'
import { fiscalCashBoxes, fiscalSettings } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FiscalAdapter } from '#hub/integrations/fiscal/adapter.ts'
import { adapterOf, type OpenCashBox } from '#hub/integrations/fiscal/adapter-of.ts'
import { guarded, unusable } from '#hub/integrations/fiscal/own-faults.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { type CashBox, type FiscalSettings, fiscalSecrets } from '#shared/contracts/organization/fiscal.ts'
import { MASK } from '#shared/contracts/secrets.ts'

export type CashBoxRow = typeof fiscalCashBoxes.$inferSelect

export interface FiscalRows {
  /** Settings row, or undefined when the settings have never been saved. */
  head: typeof fiscalSettings.$inferSelect | undefined
  cashBoxes: CashBoxRow[]
}

export const placeOfSecrets = (id: string): string => placeOf(fiscalCashBoxes.sealedSecrets, id)

export async function readFiscal(tx: Tx): Promise<FiscalRows> {
  const [head] = await tx
    .select()
    .from(fiscalSettings)
    .where(eq(fiscalSettings.organizationId, tx.organizationId))
  const cashBoxes = await tx
    .select()
    .from(fiscalCashBoxes)
    .where(eq(fiscalCashBoxes.organizationId, tx.organizationId))
    .orderBy(fiscalCashBoxes.id)
  return { head, cashBoxes }
}

/** Returns the cash box of the retail point, or that of the organization, or undefined when neither exists. */
export const cashBoxFor = ({ cashBoxes }: FiscalRows, retailPointId: string | null): CashBoxRow | undefined =>
  cashBoxes.find((box) => retailPointId !== null && box.retailPointId === retailPointId) ??
  cashBoxes.find((box) => box.retailPointId === null)

/** Returns the cash box with decrypted secrets. Throws when none of the hub's keys can decrypt them. */
export function openCashBox(row: CashBoxRow, keyRing: KeyRing): OpenCashBox {
  const { provider, settings, sealedSecrets } = row
  const plain = sealedSecrets === null ? '{}' : keyRing.open(sealedSecrets, placeOfSecrets(row.id))
  return { provider, settings, secrets: JSON.parse(plain) as Record<string, string> }
}

interface Means {
  keyRing: KeyRing
  /** Address of the emulator, or undefined when none is configured. */
  emulatorUrl: string | undefined
  /** Receives internal errors. */
  report: (error: unknown) => void
}

/**
 * Returns an adapter whose methods never throw, even when the cash box cannot be opened. Returns undefined
 * when receipts are not fiscalized.
 */
export function adapterOfRow(
  row: CashBoxRow,
  { keyRing, emulatorUrl, report }: Means,
): FiscalAdapter | undefined {
  try {
    return adapterOf(openCashBox(row, keyRing), emulatorUrl, report)
  } catch (error) {
    return guarded(unusable(error), report)
  }
}

export function presentFiscal({ head, cashBoxes }: FiscalRows): FiscalSettings {
  const ofAll = cashBoxes.find(({ retailPointId }) => retailPointId === null)
  return {
    version: head?.version ?? 1,
    cashBox: ofAll ? presentCashBox(ofAll) : { provider: 'None' },
    retailPoints: cashBoxes.flatMap((row) =>
      row.retailPointId === null ? [] : [{ retailPointId: row.retailPointId, cashBox: presentCashBox(row) }],
    ),
    updatedAt: head?.updatedAt.toISOString() ?? null,
  }
}

/**
 * Returns the cash box for the API. A saved provider always has all its secrets, so each of them is shown as
 * a mask.
 */
function presentCashBox({ provider, settings }: CashBoxRow): CashBox {
  const secrets = fiscalSecrets(provider).map((name) => [name, MASK])
  return { provider, ...settings, ...Object.fromEntries(secrets) } as CashBox
}
