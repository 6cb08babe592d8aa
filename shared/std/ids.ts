import { v5, v7 } from 'uuid'

/** A new record id: UUID v7 (RFC 9562), so that ids made later sort later and indexes stay dense. */
export function newId(): string {
  return v7()
}

const COUNTERFOIL_NAMESPACE = '6f1f2f5c-54f5-4c29-9d39-7a0d8d3f2b11'

/** The same name always gives the same id (UUID v5): for records that must not be made twice. */
export function idFromName(name: string): string {
  return v5(name, COUNTERFOIL_NAMESPACE)
}
