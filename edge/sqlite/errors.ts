import Database from 'better-sqlite3'

/** Whether SQLite gave this result code, or an extended one of it: SQLITE_IOERR also stands for SQLITE_IOERR_WRITE. */
export function isSqliteError(
  error: unknown,
  ...codes: string[]
): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError && hasCode(error, codes)
}

/**
 * The file is not a database, or no longer a sound one. Nothing that is written comes near the largest size of a record:
 * one that is read as larger has a damaged length. A value made of a row that has the wrong type, or does not follow the
 * row before it, says that this row is not what was written.
 */
export const isDamage = (error: unknown): boolean =>
  isSqliteError(
    error,
    ...['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_TOOBIG'],
    ...['SQLITE_CONSTRAINT_DATATYPE', 'SQLITE_CONSTRAINT_TRIGGER'],
  )

const DISK_FAILURES = [
  ...['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_BUSY'],
  // What the system says of files that SQLite does not handle: a rename, a flush.
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EBUSY', 'EISDIR', 'ENOTDIR'],
]

/** The disk is full, failing or read-only, or another program keeps the file locked. */
export const isDiskFailure = (error: unknown): boolean => hasCode(error, DISK_FAILURES)

/** No room is left, by what SQLite or the system says: a write that a quota stops is an I/O error to SQLite. */
export const isDiskFull = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC', 'EDQUOT', 'EFBIG'])

function hasCode(error: unknown, codes: readonly string[]): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes.some((known) => code === known || code.startsWith(`${known}_`))
}
