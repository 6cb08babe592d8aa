import { join } from 'node:path'
import { DOWNLOAD_SCHEMAS, type DownloadLine } from '#shared/sync/download.ts'
import { membersOf } from '#shared/sync/members.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import { openDirectly } from '../process/sqlite.ts'
import type { AgentMachine } from '../world/agent-machine.ts'
import type { World } from '../world/world.ts'

/** Queries for replica records that cashiers cannot browse. */
const HELD: Partial<Record<ReplicaKind, string>> = {
  priceType: 'SELECT id, body FROM price_types',
  vatRate: 'SELECT id, body FROM vat_rates',
  customer: 'SELECT id, body FROM customers',
  program: 'SELECT id, body FROM programs',
  promotion: 'SELECT id, body FROM promotions',
  card: 'SELECT id, body FROM cards',
  receipt: 'SELECT id, number, sold_at AS soldAt, original_id AS originalId, body FROM receipts',
}

/** Returns the differences between the records in the replica and those that the hub would send now. */
export function recordsDiffer({ coverage }: World, machine: AgentMachine, lines: DownloadLine[]): string[] {
  const due = new Map<string, string>()
  for (const line of lines)
    if (line.op === 'put' && line.t in HELD) due.set(`${line.t} ${line.id}`, textOf(line.t, line.v))
  const held = heldBy(machine)
  return coverage
    .of('records at tills', new Set([...due.keys(), ...held.keys()]))
    .filter((record) => due.get(record) !== held.get(record))
    .map((record) => `holds ${record} as ${held.get(record)} and should hold ${due.get(record)}`)
    .slice(0, 5)
}

function heldBy({ folder }: AgentMachine): Map<string, string> {
  const db = openDirectly(join(folder, 'replica.db'))
  try {
    return new Map(
      Object.entries(HELD).flatMap(([kind, query]) =>
        (db.prepare(query).all() as { id: string; body: string }[]).map(({ id, body, ...columns }) => [
          `${kind} ${id}`,
          textOf(kind as ReplicaKind, { ...JSON.parse(body), ...columns }),
        ]),
      ),
    )
  } finally {
    db.close()
  }
}

function textOf(kind: ReplicaKind, value: object): string {
  const values = new Map(Object.entries(value))
  return JSON.stringify(membersOf(kind, DOWNLOAD_SCHEMAS.newest).map((name) => values.get(name) ?? null))
}
