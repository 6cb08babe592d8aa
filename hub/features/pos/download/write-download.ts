import { createHash } from 'node:crypto'
import type { Tx } from '#hub/db/transact.ts'
import type { ReadPut } from '#shared/replica/kind-writer.ts'
import { type Digest, kindsOf } from '#shared/sync/digest.ts'
import type { DownloadFooter, DownloadHeader, DownloadLine } from '#shared/sync/download.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import type { Scope } from './cursor.ts'
import type { Plan } from './plan-changes.ts'
import { countProducts } from './product-source.ts'
import { CHUNK, listReplicaIds, presentPut, readKind } from './replica-lines.ts'
import { REPLICA_SOURCES } from './replica-source.ts'

/** Writes a piece of the body. Resolves when the client can take more, and rejects when it has disconnected. */
export type Write = (text: string) => Promise<void>

type Envelope = Omit<DownloadHeader, 'kind' | 'total' | 'reason' | 'serverTime'>
/** Computes the content of the footer after all lines are sent, because a digest takes a while. */
type End = () => Promise<{ cursor: string | null; digest: Digest | undefined }>

/** Writer of one response: a header, data lines, and a footer with the number of lines of each kind. */
export class DownloadWriter {
  readonly #write: Write
  readonly #envelope: Envelope
  readonly #hash = createHash('sha256')
  readonly #counts: DownloadFooter['counts'] = {}

  constructor(write: Write, envelope: Envelope) {
    this.#write = write
    this.#envelope = envelope
  }

  /** Writes everything that a till of the scope holds, by kind and id. Loading in key order is fast. */
  async snapshot(tx: Tx, scope: Scope, end: End): Promise<void> {
    const kinds = kindsOf(this.#envelope.schema)
    const total = await countReplica(tx, scope, kinds)
    await this.#header({ kind: 'snapshot', total })
    for (const kind of kinds) {
      for await (const puts of readKind(tx, scope, kind)) await this.#lines(kind, this.#present(puts))
    }
    await this.#footer(end)
  }

  /** Writes emptied buckets, then changes. A record that the till must not hold any longer is sent as a deletion. */
  async delta(tx: Tx, scope: Scope, { changes, emptied }: Plan, end: End): Promise<void> {
    await this.#header({ kind: 'delta', total: changes.total + emptied.length })
    for (const kind of kindsOf(this.#envelope.schema)) {
      const buckets = emptied.filter((each) => each.kind === kind)
      await this.#lines(
        kind,
        buckets.map(({ bucket }) => ({ t: kind, op: 'empty', bucket })),
      )
      await this.#records(tx, scope, kind, changes.list(kind))
    }
    await this.#footer(end)
  }

  /** Writes a reset, sent when the till's cursor cannot be continued. */
  async reset(reason: DownloadHeader['reason']): Promise<void> {
    await this.#header({ kind: 'reset', reason, total: 0 })
    await this.#footer(async () => ({ cursor: null, digest: undefined }))
  }

  async #records(tx: Tx, scope: Scope, kind: ReplicaKind, all: string[]): Promise<void> {
    for (let from = 0; from < all.length; from += CHUNK) {
      const ids = all.slice(from, from + CHUNK)
      const puts = await REPLICA_SOURCES[kind](tx, scope, { ids })
      const present = new Set(puts.map((line) => line.id))
      const deletions = ids
        .filter((id) => !present.has(id))
        .map((id): DownloadLine => ({ t: kind, op: 'del', id }))
      await this.#lines(kind, [...this.#present(puts), ...deletions])
    }
  }

  #present(puts: readonly ReadPut[]): DownloadLine[] {
    return puts.map((put) => presentPut(put, this.#envelope.schema))
  }

  async #header(about: Pick<DownloadHeader, 'kind' | 'total' | 'reason'>): Promise<void> {
    const header: DownloadHeader = { ...about, ...this.#envelope, serverTime: new Date().toISOString() }
    await this.#body(`${JSON.stringify(header)}\n`)
  }

  async #lines(kind: ReplicaKind, lines: readonly DownloadLine[]): Promise<void> {
    if (lines.length === 0) return
    this.#counts[kind] = (this.#counts[kind] ?? 0) + lines.length
    await this.#body(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  async #body(text: string): Promise<void> {
    this.#hash.update(text)
    await this.#write(text)
  }

  async #footer(end: End): Promise<void> {
    const { cursor, digest } = await end()
    const footer: DownloadFooter = {
      end: true,
      cursor,
      more: false,
      counts: this.#counts,
      hash: this.#hash.digest('hex'),
      ...(digest && { digest }),
    }
    await this.#write(`${JSON.stringify(footer)}\n`)
  }
}

async function countReplica(tx: Tx, scope: Scope, kinds: readonly ReplicaKind[]): Promise<number> {
  let total = await countProducts(tx)
  for (const kind of kinds.filter((each) => each !== 'product')) {
    total += (await listReplicaIds(tx, scope, kind)).length
  }
  return total
}
