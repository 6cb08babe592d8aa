import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { staleVersion } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { fiscalCashBoxes, fiscalSettings } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { leaveCashBoxes } from '#hub/features/sales/fiscal/leave-cash-boxes.ts'
import { retryHubFaults } from '#hub/features/sales/fiscal/retry-hub-faults.ts'
import {
  type CashBoxRow,
  type FiscalRows,
  openCashBox,
  placeOfSecrets,
  readFiscal,
} from '#hub/integrations/fiscal/cash-boxes.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import {
  type CashBoxUpdate,
  type FiscalProvider,
  type FiscalSettingsUpdate,
  fiscalSecrets,
} from '#shared/contracts/organization/fiscal.ts'
import { faultyFields, invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { checkSecrets } from './check-secrets.ts'

type Path = (string | number)[]

/**
 * Fields that, with the address, identify an account. When one of them changes, its secrets must be entered
 * again.
 */
const IDENTITY: Record<FiscalProvider, readonly string[]> = {
  None: [],
  Emulator: [],
  AtolOnline: ['login', 'protocol'],
  Webkassa: ['login'],
  ReKassa: ['number'],
  OrangeData: ['inn', 'keyName'],
  CloudKassir: ['publicId'],
}

/**
 * Fields that, with the address, identify a cash register. A register cannot be asked for receipts sent to
 * another one.
 */
const REGISTER: Record<FiscalProvider, readonly string[]> = {
  None: [],
  Emulator: [],
  AtolOnline: ['protocol', 'groupCode', 'inn'],
  Webkassa: ['cashboxUniqueNumber'],
  ReKassa: ['number'],
  OrangeData: ['inn', 'group'],
  CloudKassir: ['publicId', 'inn'],
}

interface Given {
  retailPointId: string | null
  cashBox: CashBoxUpdate
  path: Path
}

interface Means {
  keyRing: KeyRing
  /** Address of the emulator, or undefined when the emulator is not allowed. */
  emulatorUrl: string | undefined
}

/**
 * Replaces the cash boxes. An unchanged cash register keeps its cash box. Receipts not yet sent to a replaced
 * register are sent to the new one. Throws `concurrency_conflict`. Throws `invalid_request` for an unknown
 * retail point, for an emulator on a hub without one, and for a secret that is missing, unusable, or stored
 * for another address or login.
 */
export async function updateFiscal(tx: Tx, update: FiscalSettingsUpdate, means: Means): Promise<FiscalRows> {
  const { organizationId } = tx
  await tx.insert(fiscalSettings).values({ organizationId }).onConflictDoNothing()
  const mine = eq(fiscalSettings.organizationId, organizationId)
  const [head] = await tx.select().from(fiscalSettings).where(mine).for('update')
  const { version } = must(head, 'fiscal settings')
  if (version !== update.version) throw staleVersion(update.version, version)
  await refuseUnknownPoints(tx, update)
  const { cashBoxes } = await readFiscal(tx)
  const given: Given[] = [
    { retailPointId: null, cashBox: update.cashBox, path: ['cashBox'] },
    ...update.retailPoints.map((each, i) => ({ ...each, path: ['retailPoints', i, 'cashBox'] })),
  ]
  const rows = given.map((each) => {
    const before = cashBoxes.find(({ retailPointId }) => retailPointId === each.retailPointId)
    return { organizationId, ...rowOf(each, before, means) }
  })
  const kept = rows.map(({ id }) => id)
  await tx
    .delete(fiscalCashBoxes)
    .where(and(eq(fiscalCashBoxes.organizationId, organizationId), notInArray(fiscalCashBoxes.id, kept)))
  await tx
    .insert(fiscalCashBoxes)
    .values(rows)
    .onConflictDoUpdate({
      target: [fiscalCashBoxes.organizationId, fiscalCashBoxes.id],
      set: {
        provider: sql`excluded.provider`,
        settings: sql`excluded.settings`,
        sealedSecrets: sql`excluded.sealed_secrets`,
      },
    })
  await tx
    .update(fiscalSettings)
    .set({ version: sql`${fiscalSettings.version} + 1`, updatedAt: sql`now()` })
    .where(mine)
  await leaveCashBoxes(tx)
  await retryHubFaults(tx)
  return readFiscal(tx)
}

function rowOf(
  { retailPointId, cashBox, path }: Given,
  before: CashBoxRow | undefined,
  { keyRing, emulatorUrl }: Means,
): Omit<CashBoxRow, 'organizationId'> {
  const { provider, ...fields } = cashBox
  if (provider === 'Emulator' && emulatorUrl === undefined)
    throw invalidField([...path, 'provider'], 'this hub has no emulator (FISCAL_EMULATOR_URL)')
  const names = fiscalSecrets(provider)
  const entries = Object.entries(fields as Record<string, string | null | undefined>)
  const settings = Object.fromEntries(
    entries.flatMap(([name, value]) => (names.includes(name) ? [] : [[name, value ?? null] as const])),
  )
  const isSame = (names: Record<FiscalProvider, readonly string[]>): boolean =>
    before?.provider === provider &&
    ['baseUrl', ...names[provider]].every(
      (name) => (before.settings[name] ?? null) === (settings[name] ?? null),
    )
  const id = before && isSame(REGISTER) ? before.id : newId()
  // A stored secret is sent only to the address and login that it was entered for.
  const known = before && isSame(IDENTITY) ? secretsOf(before, keyRing) : {}
  const secrets = names.map((name) => {
    const secret = (fields as Record<string, string | null | undefined>)[name]
    const value = secret === undefined ? known[name] : secret
    if (value) return [name, value] as const
    const isOther = secret === undefined && before?.provider === provider
    throw invalidField(
      [...path, name],
      isOther
        ? 'must be given again: the address or the login has changed, or the secret cannot be opened'
        : 'is needed',
    )
  })
  checkSecrets(provider, Object.fromEntries(secrets), path)
  const sealedSecrets =
    names.length === 0 ? null : keyRing.seal(JSON.stringify(Object.fromEntries(secrets)), placeOfSecrets(id))
  return { id, retailPointId, provider, settings, sealedSecrets }
}

/** Returns the secrets, or none when no key of the hub can decrypt them. They must then be entered again. */
function secretsOf(before: CashBoxRow, keyRing: KeyRing): Record<string, string> {
  try {
    return openCashBox(before, keyRing).secrets
  } catch {
    return {}
  }
}

async function refuseUnknownPoints(tx: Tx, { retailPoints: given }: FiscalSettingsUpdate): Promise<void> {
  const ids = given.map(({ retailPointId }) => retailPointId)
  const found = await tx
    .select({ id: retailPoints.id })
    .from(retailPoints)
    .where(and(eq(retailPoints.organizationId, tx.organizationId), inArray(retailPoints.id, ids)))
  const known = new Set(found.map(({ id }) => id))
  const faults = ids.flatMap((id, i) =>
    known.has(id)
      ? []
      : [{ path: ['retailPoints', i, 'retailPointId'], detail: 'is no retail point of the organization' }],
  )
  if (faults.length > 0) throw faultyFields('invalid_request', faults)
}
