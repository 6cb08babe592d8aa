/**
 * Version of the receipt arithmetic, recorded by the till in each sale (docs/domain.md#pricing-versions). The
 * hub checks each sale with the recorded version, so that till and hub can differ. Version 1: the discount of
 * a set is on its gifts, and the VAT of a returned line is calculated from its sum. Version 2: the discount
 * of a set is spread over its units, a returned line has its share of the paid VAT, the last return of a
 * receipt refunds the remainder, and a line can be 0 where the retail point allows it.
 */
export const PRICING = 2

/** True when the hub can check sales with this arithmetic. A newer till can use a later version. */
export const isKnownPricing = (version: number): boolean => version <= PRICING
