/** Converts major units sent by a till, with any number of decimal places, to steps. */
export const statedAmount = (stated: number): number => Math.round(stated * 100)
