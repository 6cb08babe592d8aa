/** The messages that the till page may send to the main process; each gets a response. */
export const CHANNELS = { print: 'counterfoil:print' } as const
