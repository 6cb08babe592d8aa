import { type Reference, useNames } from '../fields/reference.ts'

/** In a column: what another record is called. */
export const NameOf = ({ to, id }: { to: Reference; id: string | null }) => useNames(to)(id)
