import ipaddr from 'ipaddr.js'

/** Whether anybody can reach the IP address: it is neither this machine's nor of a private network. */
export function isPublicAddress(address: string): boolean {
  // An IPv4 address that is mapped into IPv6 becomes IPv4 again.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
