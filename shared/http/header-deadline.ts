/**
 * Options of an HTTP server: a connection without a complete request head after this time, counted from its
 * first byte or the handshake, is answered 408 and closed. Node checks at each `connectionsCheckingInterval`.
 */
export const HEADER_DEADLINE = { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 }
