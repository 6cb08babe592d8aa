import Database from 'better-sqlite3'

/**
 * Returns true for an SQLite error with one of these result codes or an extended form of one: SQLITE_IOERR
 * includes SQLITE_IOERR_WRITE.
 */
export function isSqliteError(
  error: unknown,
  ...codes: string[]
): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError && hasCode(error, codes)
}

/**
 * True when the file is not a database, or is damaged. No record ever comes near the size limit, so a record
 * above it has a damaged length. A derived value of the wrong type, or a row out of order, also proves
 * damage.
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
  // Operating system codes from file operations outside SQLite, such as a rename or flush.
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

/** True when the disk is full, failing or read-only, or when another program keeps the file locked. */
export const isDiskFailure = (error: unknown): boolean => hasCode(error, DISK_FAILURES)

/**
 * True when the disk is full, by an SQLite or operating system code. SQLite reports a write stopped by a
 * quota as an I/O error.
 */
export const isDiskFull = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC', 'EDQUOT', 'EFBIG'])

function hasCode(error: unknown, codes: readonly string[]): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes.some((known) => code === known || code.startsWith(`${known}_`))
}
