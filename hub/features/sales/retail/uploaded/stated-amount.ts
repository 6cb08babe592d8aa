/** Converts an amount sent by a till from major units, with any number of decimal places, to hundredths. */
export const statedAmount = (stated: number): number => Math.round(stated * 100)
