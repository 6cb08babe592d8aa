/** Tab storage key that marks a visit to a provider as linking an identity, not signing in. */
const KEY = 'counterfoil.linking'

export const beginLinking = (): void => sessionStorage.setItem(KEY, 'yes')

/** Returns the fragment with the provider's code if the visit was for linking. */
export function linkingHash(): string | null {
  const isLinking = sessionStorage.getItem(KEY) !== null
  return isLinking && location.hash.length > 1 ? location.hash.slice(1) : null
}

/** Takes the provider's answer, once. */
export function takeLinking(): URLSearchParams | null {
  const hash = linkingHash()
  if (hash === null) return null
  sessionStorage.removeItem(KEY)
  history.replaceState(history.state, '', location.pathname)
  return new URLSearchParams(hash)
}
