const KEY = 'counterfoil.tillId'

/** Returns the id of the till that this window is; null: unknown yet. The agent creates the id and names the till. */
export const tillId = (): string | null => localStorage.getItem(KEY)

export const keepTillId = (id: string): void => localStorage.setItem(KEY, id)
