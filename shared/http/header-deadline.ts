/**
 * For a server of HTTP: a connection whose request has no whole head after so many milliseconds, counted from its first byte or
 * from the handshake, is answered 408 and closed. Node looks for them each `connectionsCheckingInterval`.
 */
export const HEADER_DEADLINE = { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 }
