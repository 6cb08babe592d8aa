import { z } from 'zod'
import { type Place, placeOf } from '../std/host-place.ts'

/**
 * An address that hub or agent call: a setting of an organization, of the platform or of the environment. User and password
 * have settings of their own, which are kept secret. `places`: where its host may stand; what its name leads to is checked as it
 * is resolved (hub/fiscal/exchange.ts, hub/files/fetch-file.ts).
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

/** Whether an address that `from` names may be called: whoever is public leads nobody into a private network. */
export function mayLeadTo(address: string, from: string): boolean {
  const place = placeOf(new URL(address).hostname)
  return place === 'public' || (place === 'near' && placeOf(new URL(from).hostname) === 'near')
}
