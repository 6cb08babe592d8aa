/** Rows of one page: as many as a transaction reads in a moment, however wide they are. */
const EXPORT_PAGE = 1000

/**
 * Walks a list page by page, each read by itself. No connection and no old state of the database is held
 * while a slow client takes the data. `read` returns at most `limit` rows that come after the row `after`.
 * Its order must not depend on changes of the rows, such as that of ids: then each row that exists all the
 * time appears once. It reads `readInIndexOrder`.
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
