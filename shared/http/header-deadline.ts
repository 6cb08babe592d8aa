/**
 * Options of an HTTP server. A connection without a complete request head after `headersTimeout` ms, counted
 * from its first byte or the handshake, gets the response 408 and is closed. Node checks every
 * `connectionsCheckingInterval` ms.
 */
export const HEADER_DEADLINE = { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 }
