const KEY = 'counterfoil.tillId'

/** The name of this till, made once per browser: the agent keeps a cart and a session for each. */
export function tillId(): string {
  const kept = localStorage.getItem(KEY)
  if (kept) return kept
  // Not randomUUID: a second counter may open the page over plain HTTP, where it is missing.
  const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  localStorage.setItem(KEY, made)
  return made
}
