/**
 * Version of the arithmetic of receipts, named in each sale by its till (docs/domain.md#pricing-versions).
 * The hub checks each sale by its version, so till and hub may differ. 1: the discount of a set is on its
 * gifts, and a returned line has the VAT of its sum. 2: the discount of a set is spread over its units, a
 * returned line has its share of the paid VAT, the last return of a receipt gives the remainder, and a line
 * may be 0 where the retail point allows it.
 */
export const PRICING = 2

/** True when the hub knows the arithmetic; it cannot check that of a newer till. */
export const isKnownPricing = (version: number): boolean => version <= PRICING
