import { once } from 'node:events'
import pg from 'pg'

interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Query for COPY ... TO STDOUT that keeps the received chunks unchanged. */
class CopyOut extends pg.Query {
  readonly chunks: Buffer[] = []

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copied, because the chunk is part of a reused buffer.
    this.chunks.push(Buffer.from(chunk))
  }
}

class CopyIn extends pg.Query {
  readonly #chunks: readonly Buffer[]

  constructor(statement: string, chunks: readonly Buffer[]) {
    super(statement)
    this.#chunks = chunks
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk)
    connection.endCopyFrom()
  }
}

/**
 * Copies a table, or a query in parentheses, over the connection, so that the server does not need to write
 * files.
 */
export async function copyOut(sql: pg.Client, source: string): Promise<readonly Buffer[]> {
  const copy = sql.query(new CopyOut(`COPY ${source} TO STDOUT WITH (FORMAT csv)`))
  await once(copy, 'end')
  return copy.chunks
}

export async function copyIn(sql: pg.Client, table: string, chunks: readonly Buffer[]): Promise<void> {
  await once(sql.query(new CopyIn(`COPY ${table} FROM STDIN WITH (FORMAT csv)`, chunks)), 'end')
}
