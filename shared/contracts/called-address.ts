import { z } from 'zod'
import { type Place, placeOf } from '../std/host-place.ts'

/**
 * Returns the schema of an address that hub or agent call: a setting of an organization, of the platform or
 * of the environment. User and password have their own settings, which are kept secret. `places`: allowed
 * places of its host. The address that its name resolves to is checked at the call (hub/integrations/fiscal/exchange.ts,
 * hub/files/fetch-file.ts).
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

/** True when an address named by `from` may be called: a public host must not lead into a private network. */
export function mayLeadTo(address: string, from: string): boolean {
  const place = placeOf(new URL(address).hostname)
  return place === 'public' || (place === 'near' && placeOf(new URL(from).hostname) === 'near')
}
