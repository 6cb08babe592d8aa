import ipaddr from 'ipaddr.js'

/**
 * Location of a host, derived from its name or address only:
 * - `near`: on this machine or in a private network, where no stranger can read the traffic;
 * - `public`: elsewhere. A name can still resolve to a private address, which is known only after the lookup;
 * - `nowhere`: an address that must not be called. It belongs to no machine (0.0.0.0, multicast, reserved) or
 * is a disguised form of another address (::ffff:127.0.0.1, 64:ff9b::7f00:1, 2002:7f00:1::, 127.1,
 * 0x7f000001).
 */
export type Place = 'near' | 'public' | 'nowhere'

const NEAR_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']
/** IPv6 addresses that are assigned to networks (RFC 4291, section 2.5.4, and the IANA registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/**
 * Names in a private network: names without a dot, and names that never exist in the public DNS (RFC 6761,
 * 6762, 8375).
 */
const NEAR_NAME = /^[^.]+$|\.(localhost|local|internal|home\.arpa|test)$/
/** Names that resolvers and browsers interpret as IPv4 addresses (URL Standard, "ends in a number"). */
const ENDS_IN_NUMBER = /(^|\.)(\d+|0x[0-9a-f]*)$/

/** Returns the location of a host. `host` has the form used in URLs. An IPv6 address can be in brackets. */
export function placeOf(host: string): Place {
  const bare = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return placeOfRange(ipaddr.IPv4.parse(bare).range())
  if (ipaddr.IPv6.isValid(bare)) {
    const address = ipaddr.IPv6.parse(bare)
    const range = address.range()
    return range === 'unicast' && !address.match(GLOBAL_UNICAST) ? 'nowhere' : placeOfRange(range)
  }
  if (bare === '' || ENDS_IN_NUMBER.test(bare)) return 'nowhere'
  return NEAR_NAME.test(bare) ? 'near' : 'public'
}

function placeOfRange(range: string): Place {
  if (NEAR_RANGES.includes(range)) return 'near'
  return range === 'unicast' ? 'public' : 'nowhere'
}

export const isNearHost = (host: string): boolean => placeOf(host) === 'near'

/** True when the IP address is publicly reachable. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && placeOf(address) === 'public'

/**
 * True when strangers could read the traffic to the address, because it is plain HTTP to a host outside this
 * machine and the private network.
 */
export function isSentInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isNearHost(hostname)
}
