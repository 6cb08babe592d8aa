const KEY = 'counterfoil.tillId'

/** Which till of the agent this window is; null: that is not known yet. The agent makes the id and names the till. */
export const tillId = (): string | null => localStorage.getItem(KEY)

export const keepTillId = (id: string): void => localStorage.setItem(KEY, id)
