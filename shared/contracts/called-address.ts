import { z } from 'zod'
import { type Place, placeOf } from '../std/host-place.ts'

/**
 * Returns the schema for an address called by the hub or an agent, from a setting of an organization, the
 * platform or the environment. User and password are separate settings, which are kept secret. `places` are
 * the allowed places of the host. The address to which the name resolves is checked on each call
 * (hub/integrations/fiscal/exchange.ts, hub/files/fetch-file.ts).
 */
export const calledAddress = (
  protocol: RegExp,
  places: readonly Exclude<Place, 'nowhere'>[] = ['near', 'public'],
) =>
  z.url({ protocol }).superRefine((address, check) => {
    const url = URL.parse(address)
    if (!url) return
    if (hasCredentials(url)) check.addIssue({ code: 'custom', message: 'must name no user and no password' })
    const place = placeOf(url.hostname)
    if (place === 'nowhere')
      check.addIssue({ code: 'custom', message: 'its host is no address that can be called' })
    else if (!places.includes(place))
      check.addIssue({ code: 'custom', message: 'is an address of a private network' })
  })

export const hasCredentials = ({ username, password }: URL): boolean => username + password !== ''

/**
 * True when an address received from the host of `from` may be called. A public host must not lead into a
 * private network.
 */
export function mayLeadTo(address: string, from: string): boolean {
  const place = placeOf(new URL(address).hostname)
  return place === 'public' || (place === 'near' && placeOf(new URL(from).hostname) === 'near')
}
