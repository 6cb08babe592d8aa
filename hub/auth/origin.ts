import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/**
 * Returns the origin by which attempts are counted: an IPv4 address, or the /64 network of an IPv6 address,
 * because providers assign a whole /64 to one customer (RFC 6177). Any other text is returned unchanged.
 */
export function originOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // An IPv4-mapped IPv6 address is converted back to IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * Returns the hash of an origin to store with an account. It cannot be reversed, and hashes of different
 * accounts cannot be compared.
 */
export function hashOrigin(key: Buffer, accountId: string, origin: string): Buffer {
  return createHmac('sha256', key).update(`${accountId} ${origin}`).digest()
}
