/**
 * The arithmetic of receipts, as a sale names the one that its till has used (docs/domain.md#pricing-versions). The hub checks each
 * sale by its own, so that till and hub may be of two versions. 1: what a set takes off stands on its gifts, and what comes back
 * has the VAT of its sum. 2: a set is spread over its units, what comes back has its share of the VAT that was paid, the last
 * return of a receipt gives the rest, and a line may come to 0 where the retail point allows it.
 */
export const PRICING = 2

/** The hub knows the arithmetic; that of a newer till it cannot check. */
export const isKnownPricing = (version: number): boolean => version <= PRICING
