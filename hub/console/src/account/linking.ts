/** That the visit to a provider is to link an identity, and not to sign in: kept by the tab. */
const KEY = 'counterfoil.linking'

export const beginLinking = (): void => sessionStorage.setItem(KEY, 'yes')

/** The address of the account with the code that the provider sent back, when that was asked for. */
export function linkingHash(): string | null {
  const isLinking = sessionStorage.getItem(KEY) !== null
  return isLinking && location.hash.length > 1 ? location.hash.slice(1) : null
}

/** What the provider sent back, once. */
export function takeLinking(): URLSearchParams | null {
  const hash = linkingHash()
  if (hash === null) return null
  sessionStorage.removeItem(KEY)
  history.replaceState(history.state, '', location.pathname)
  return new URLSearchParams(hash)
}
