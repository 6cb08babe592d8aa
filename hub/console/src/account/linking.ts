/** sessionStorage key that marks a visit to a provider as linking an identity instead of signing in. */
const KEY = 'counterfoil.linking'

export const beginLinking = (): void => sessionStorage.setItem(KEY, 'yes')

/** Returns the URL fragment with the provider's code if the visit was for linking, otherwise null. */
export function linkingHash(): string | null {
  const isLinking = sessionStorage.getItem(KEY) !== null
  return isLinking && location.hash.length > 1 ? location.hash.slice(1) : null
}

/**
 * Returns the provider's response and clears it, so that it is used only once. Returns null when there is no
 * such response.
 */
export function takeLinking(): URLSearchParams | null {
  const hash = linkingHash()
  if (hash === null) return null
  sessionStorage.removeItem(KEY)
  history.replaceState(history.state, '', location.pathname)
  return new URLSearchParams(hash)
}
