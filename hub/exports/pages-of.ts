/** Rows per page, few enough for a short transaction even if the rows are wide. */
const EXPORT_PAGE = 1000

/**
 * Reads a list page by page, each in its own transaction. No connection or database snapshot is held while a
 * slow client receives the data. `read` returns at most `limit` rows after the row `after`. Its order must
 * not depend on data that changes, so order by id, for example. Each row that exists throughout then appears
 * exactly once. `read` uses `readInIndexOrder`.
 */
export async function* pagesOf<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
  limit = EXPORT_PAGE,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  while (true) {
    const rows = await read(after, limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)
  }
}
