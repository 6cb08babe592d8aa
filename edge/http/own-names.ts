const LOOPBACK = ['localhost', '127.0.0.1', '::1']
const EVERY_ADDRESS = ['0.0.0.0', '::']

/** Returns the host names of this agent in lower case, IPv6 addresses without brackets. */
export function ownNames(host: string, allowedHosts: readonly string[]): string[] {
  const named = [host, ...allowedHosts].filter((name) => !EVERY_ADDRESS.includes(name))
  return [...new Set([...LOOPBACK, ...named].map(plain))]
}

/** Returns true when a request with this Host header stays on this machine. */
export const isLoopbackName = (hostHeader: string): boolean => LOOPBACK.includes(nameOf(hostHeader))

/** Returns the name in a Host header without its port, normalized as in `ownNames`. */
export const nameOf = (hostHeader: string): string => plain(hostHeader.replace(/:\d*$/, ''))

const plain = (name: string): string => name.toLowerCase().replace(/^\[(.*)\]$/, '$1')
