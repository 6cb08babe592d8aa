import { BlockList, isIP } from 'node:net'

const NEAR = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  // Of overlay networks such as Tailscale (RFC 6598).
  ['100.64.0.0', 10],
] as const)
  NEAR.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(network, bits, 'ipv6')

/** Names of a network of one's own: those without a dot, and those that the public DNS never has (RFC 6761, 6762, 8375). */
const NEAR_NAME = /^[^.]+$|\.(localhost|local|internal|home\.arpa|test)$/

/** Whether an address stands for this machine or for one of a private network, where no stranger is on the way. */
export function isNearHost(host: string): boolean {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  const family = isIP(bare)
  return family === 0 ? NEAR_NAME.test(bare) : NEAR.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether what goes to the address can be read on the way by strangers: plain HTTP that leaves the private network. */
export function isReadOnTheWay(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isNearHost(hostname)
}
