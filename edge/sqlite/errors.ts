import Database from 'better-sqlite3'

/**
 * Returns true when SQLite gave this result code, or an extended one of it: SQLITE_IOERR also includes
 * SQLITE_IOERR_WRITE.
 */
export function isSqliteError(
  error: unknown,
  ...codes: string[]
): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError && hasCode(error, codes)
}

/**
 * True when the file is not a database, or no longer an intact one. No written record is near the size limit,
 * so a record that is read as larger has a damaged length. A derived value with the wrong type, or a row that
 * does not follow the previous one, proves that this row is not as written.
 */
export const isDamage = (error: unknown): boolean =>
  isSqliteError(
    error,
    'SQLITE_CORRUPT',
    'SQLITE_NOTADB',
    'SQLITE_TOOBIG',
    'SQLITE_CONSTRAINT_DATATYPE',
    'SQLITE_CONSTRAINT_TRIGGER',
  )

const DISK_FAILURES = [
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_BUSY',
  // Codes of the operating system for file operations outside SQLite: a rename, a flush.
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EBUSY',
  'EISDIR',
  'ENOTDIR',
]

/** The disk is full, failing or read-only, or another program keeps the file locked. */
export const isDiskFailure = (error: unknown): boolean => hasCode(error, DISK_FAILURES)

/**
 * True when no space is left, by a code of SQLite or the system: SQLite reports a write stopped by a quota as
 * an I/O error.
 */
export const isDiskFull = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC', 'EDQUOT', 'EFBIG'])

function hasCode(error: unknown, codes: readonly string[]): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes.some((known) => code === known || code.startsWith(`${known}_`))
}
