import { ForeignReader, type OpenedFile } from '#hub/foreign-files/foreign-reader.ts'
import { must } from '#shared/std/must.ts'
import type { Row, TableAnswer } from './table-reader.ts'

/** A product file, CSV or XLSX, that is being read. */
export interface Table {
  headers: string[]
  /** Names of the sheets that are ignored. */
  otherSheets: string[]
  /** Rows that are not blank. They can be read only once. */
  rows: AsyncIterable<Row>
}

/** Limits of the reader. An XLSX of 100,000 rows takes 700 MB and 7 s, a CSV of 100 MB takes 9 s. */
const reader = new ForeignReader<null, TableAnswer>(new URL('./table-reader.ts', import.meta.url), {
  memoryBytes: 1024 ** 3,
  processorSeconds: 15,
  deadlineMs: 3 * 60_000,
  answerBytes: 512 * 1024 ** 2,
  atOnce: 2,
})

/** Passes the file to `work` as a table. Throws `invalid_request` for an error that concerns the file as a whole. */
export function readTable<Result>(
  organizationId: string,
  file: OpenedFile,
  work: (table: Table) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return reader.read(
    organizationId,
    file,
    null,
    async (answers) => {
      const first = must((await answers.next()).value) as TableAnswer
      if (!('headers' in first)) throw new Error('the header comes first')
      return work({ ...first, rows: rowsOf(answers) })
    },
    signal,
  )
}

async function* rowsOf(answers: AsyncIterable<TableAnswer>): AsyncGenerator<Row> {
  for await (const answer of answers) if ('rows' in answer) yield* answer.rows
}
