import { type CheckedBooks, checkBooks } from '#hub/ledger/check/check-books.ts'
import type { Organization, TestHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'

export async function checkedBooks(
  door: TestHub,
  { organizationId }: Pick<Organization, 'organizationId'>,
): Promise<CheckedBooks> {
  await using database = openDatabase(door)
  return await database.db.read(organizationId, (tx) => checkBooks(tx))
}
