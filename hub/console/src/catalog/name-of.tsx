import { useQuery } from '@tanstack/react-query'
import { nameOptions, type Reference, useNames } from '../fields/reference.ts'

interface NameOfProps {
  to: Reference
  id: string | null
}

/** Table cell with the name of a referenced record. */
export const NameOf = ({ to, id }: NameOfProps) =>
  to.isLarge ? <NameOfMany to={to} id={id} /> : <NameOfFew to={to} id={id} />

const NameOfFew = ({ to, id }: NameOfProps) => useNames(to)(id)

/** Name of a record from a large list. All visible rows request their names in one batch. */
function NameOfMany({ to, id }: NameOfProps) {
  const { data } = useQuery({ ...nameOptions(to, id ?? ''), enabled: id !== null })
  return data?.name ?? ''
}
