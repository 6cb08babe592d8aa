import ipaddr from 'ipaddr.js'

/**
 * Where a host stands, by its name or its address alone:
 * - `near`: on this machine or in a private network, where no stranger is on the way;
 * - `public`: elsewhere; a name may still lead to a private network, which is known when it is resolved;
 * - `nowhere`: at an address that nobody is called at: of no machine (0.0.0.0, multicast, reserved), or written so that it stands
 *   for another one (::ffff:127.0.0.1, 64:ff9b::7f00:1, 2002:7f00:1::, 127.1, 0x7f000001).
 */
export type Place = 'near' | 'public' | 'nowhere'

const NEAR_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']
/** The addresses of IPv6 that are given out to networks (RFC 4291, 2.5.4; the registry of IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Names of a network of one's own: those without a dot, and those that the public DNS never has (RFC 6761, 6762, 8375). */
const NEAR_NAME = /^[^.]+$|\.(localhost|local|internal|home\.arpa|test)$/
/** Read as an address of IPv4 by resolvers and by browsers (URL Standard, "ends in a number"). */
const ENDS_IN_NUMBER = /(^|\.)(\d+|0x[0-9a-f]*)$/

/** `host`: as it stands in an address; an IPv6 address may be in brackets. */
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

/** Whether anybody can reach this IP address. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && placeOf(address) === 'public'

/** Whether what goes to the address can be read on the way by strangers: plain HTTP that leaves the private network. */
export function isReadOnTheWay(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isNearHost(hostname)
}
