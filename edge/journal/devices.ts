import type { Db } from '../sqlite/open.ts'

/** Kind of a device connected to this agent. */
export type DeviceKind = 'printer'

export interface StoredDevice {
  name: string
  /** Address in the syntax of the device's driver, such as tcp://192.168.1.50:9100. */
  address: string
}

export class DevicesReader {
  readonly #list
  readonly #ofTill

  constructor(db: Db) {
    this.#list = db.prepare<[DeviceKind], StoredDevice>(
      'SELECT name, address FROM devices WHERE kind = ? ORDER BY name',
    )
    this.#ofTill = db
      .prepare<[string, DeviceKind], string>('SELECT name FROM till_devices WHERE till_id = ? AND kind = ?')
      .pluck()
  }

  list(kind: DeviceKind): StoredDevice[] {
    return this.#list.all(kind)
  }

  /** Returns the name of the device chosen for the till, or null. */
  ofTill(tillId: string, kind: DeviceKind): string | null {
    return this.#ofTill.get(tillId, kind) ?? null
  }
}

export class DevicesWriter extends DevicesReader {
  readonly #put
  readonly #remove
  readonly #choose

  constructor(db: Db) {
    super(db)
    this.#put = db.prepare<[DeviceKind, string, string]>(
      'INSERT INTO devices (kind, name, address) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET address = excluded.address',
    )
    this.#remove = db.prepare<[DeviceKind, string]>('DELETE FROM devices WHERE kind = ? AND name = ?')
    this.#choose = db.prepare<[string, DeviceKind, string]>(
      'INSERT INTO till_devices (till_id, kind, name) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name',
    )
  }

  put(kind: DeviceKind, { name, address }: StoredDevice): void {
    this.#put.run(kind, name, address)
  }

  remove(kind: DeviceKind, name: string): void {
    this.#remove.run(kind, name)
  }

  choose(tillId: string, kind: DeviceKind, name: string): void {
    this.#choose.run(tillId, kind, name)
  }
}
