const KEY = 'counterfoil.tillId'

/**
 * Returns the id of this window's till, or null when it is not known yet. The agent creates the id and names
 * the till.
 */
export const tillId = (): string | null => localStorage.getItem(KEY)

export const keepTillId = (id: string): void => localStorage.setItem(KEY, id)
