/** IPC channels on which the till page can send requests to the main process. */
export const CHANNELS = { print: 'counterfoil:print' } as const
