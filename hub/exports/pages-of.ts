/** Rows of one page: as many as a transaction reads in a moment, however wide they are. */
export const EXPORT_PAGE = 1000

/**
 * Walks a list page by page, each read by itself: nobody holds a connection or an old state of the database while a
 * slow client takes what it was sent. `read` gives at most `limit` rows that come after the row `after`, in an order
 * that changes of the rows do not touch, such as that of ids: then each row that is there all the while comes once.
 * It reads `alongIndex`.
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
