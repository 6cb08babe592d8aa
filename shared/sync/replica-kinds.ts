/** Record kinds of a replica, in the order of a snapshot. Within a kind, records are sorted by id. */
export const REPLICA_KINDS = [
  ...(['settings', 'unit', 'group', 'product', 'cashier', 'stock'] as const),
  ...(['priceType', 'vatRate', 'customer', 'receipt', 'program', 'promotion', 'card', 'voucher'] as const),
] as const
export type ReplicaKind = (typeof REPLICA_KINDS)[number]
