import { type Db, openDatabase } from '../../sqlite/open.ts'

/** Version of the file format. A file of another version is discarded. */
const VERSION = 1
const TABLES = `
  CREATE TABLE pictures (key TEXT PRIMARY KEY, size INTEGER NOT NULL, used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX pictures_by_use ON pictures (used_at, size);
  CREATE TABLE contents (key TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;
  PRAGMA user_version = ${VERSION};`

/** Minimum interval in ms between updates of a picture's last use. */
const USE_COUNTS_MS = 24 * 60 * 60_000

/** The open pictures.db. Times are in milliseconds since 1970. All methods throw the errors of SQLite. */
export class PicturesFile {
  readonly #db: Db
  readonly #has
  readonly #content
  readonly #use
  readonly #oldest
  readonly #insert
  readonly #insertContent
  readonly #removals
  #bytes: number

  constructor(path: string) {
    this.#db = openDatabase(path, { synchronous: 'OFF' })
    try {
      this.#makeTables()
      this.#has = this.#db.prepare<[string], number>('SELECT 1 FROM pictures WHERE key = ?').pluck()
      this.#content = this.#db.prepare<[string], Buffer>('SELECT content FROM contents WHERE key = ?').pluck()
      this.#use = this.#db.prepare<[number, string, number]>(
        'UPDATE pictures SET used_at = ? WHERE key = ? AND used_at < ?',
      )
      this.#oldest = this.#db.prepare<[], { key: string; size: number }>(
        'SELECT key, size FROM pictures ORDER BY used_at LIMIT 1',
      )
      this.#insert = this.#db.prepare<[string, number, number]>(
        'INSERT INTO pictures (key, size, used_at) VALUES (?, ?, ?)',
      )
      this.#insertContent = this.#db.prepare<[string, Uint8Array]>(
        'INSERT INTO contents (key, content) VALUES (?, ?)',
      )
      this.#removals = [
        this.#db.prepare<[string]>('DELETE FROM pictures WHERE key = ?'),
        this.#db.prepare<[string]>('DELETE FROM contents WHERE key = ?'),
      ]
      this.#bytes = this.#sum()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Total size of all pictures in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  has(key: string): boolean {
    return this.#has.get(key) !== undefined
  }

  /** Reads a picture and records its use. Returns null when the picture is not stored. */
  read(key: string, now: number): Buffer | null {
    this.#use.run(now, key, now - USE_COUNTS_MS)
    return this.#content.get(key) ?? null
  }

  /** Stores a picture. Evicts the least recently used pictures until it fits. */
  put(key: string, content: Uint8Array, { now, limitBytes }: { now: number; limitBytes: number }): void {
    this.#db
      .transaction(() => {
        this.#remove(key)
        this.#makeRoom(limitBytes - content.byteLength)
        this.#insert.run(key, content.byteLength, now)
        this.#insertContent.run(key, content)
      })
      .immediate()
    this.#bytes = this.#sum()
  }

  close(): void {
    this.#db.close()
  }

  #makeRoom(leftBytes: number): void {
    let bytes = this.#sum()
    while (bytes > leftBytes) {
      const oldest = this.#oldest.get()
      if (!oldest) return
      this.#remove(oldest.key)
      bytes -= oldest.size
    }
  }

  #remove(key: string): void {
    for (const removal of this.#removals) removal.run(key)
  }

  #makeTables(): void {
    const version = this.#db.pragma('user_version', { simple: true })
    if (version === 0) this.#db.exec(TABLES)
    else if (version !== VERSION) throw new Error(`pictures.db has version ${version}`)
  }

  #sum(): number {
    return this.#db.prepare<[], number>('SELECT coalesce(sum(size), 0) FROM pictures').pluck().get() ?? 0
  }
}
