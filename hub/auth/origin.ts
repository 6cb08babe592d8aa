import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/**
 * Returns the origin of attempts, for counting: an IPv4 address, or the /64 network of an IPv6 address,
 * because one customer of a provider has all of it (RFC 6177). Any other text is returned unchanged.
 */
export function originOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // An IPv4 address mapped into IPv6 becomes IPv4 again.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * Returns the hash of an origin that is stored with an account: it cannot be reversed, nor compared between
 * accounts.
 */
export function hashOrigin(key: Buffer, accountId: string, origin: string): Buffer {
  return createHmac('sha256', key).update(`${accountId} ${origin}`).digest()
}
