/** The messages that the till page may send to the main process; each is answered. */
export const CHANNELS = { print: 'counterfoil:print' } as const
