import { eq } from 'drizzle-orm'
import { fiscalCashBoxes, fiscalSettings } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { OpenCashBox } from '#hub/fiscal/adapter-of.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { type CashBox, FISCAL_SECRETS, type FiscalSettings } from '#shared/contracts/organization/fiscal.ts'
import { MASK } from '#shared/contracts/secrets.ts'

export type CashBoxRow = typeof fiscalCashBoxes.$inferSelect

export interface FiscalRows {
  /** undefined: never set. */
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

/** That of the retail point, else that of the organization; undefined: there is none. */
export const cashBoxFor = ({ cashBoxes }: FiscalRows, retailPointId: string | null): CashBoxRow | undefined =>
  cashBoxes.find((box) => retailPointId !== null && box.retailPointId === retailPointId) ??
  cashBoxes.find((box) => box.retailPointId === null)

export function openCashBox(row: CashBoxRow, keyRing: KeyRing): OpenCashBox {
  const { provider, settings, sealedSecrets } = row
  const plain = sealedSecrets === null ? '{}' : keyRing.open(sealedSecrets, placeOfSecrets(row.id))
  return { provider, settings, secrets: JSON.parse(plain) as Record<string, string> }
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

/** A provider has all of its secrets or is not saved, so each is masked. */
function presentCashBox({ provider, settings }: CashBoxRow): CashBox {
  const secrets = FISCAL_SECRETS[provider].map((name) => [name, MASK])
  return { provider, ...settings, ...Object.fromEntries(secrets) } as CashBox
}
