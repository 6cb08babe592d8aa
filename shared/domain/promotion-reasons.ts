/** Reasons why a promotion or a card does or does not apply. */
export const REASONS = [
  'applied',
  'inactive',
  'not_begun',
  'over',
  'other_day',
  'other_hour',
  'other_place',
  'card_needed',
  'other_program',
  'coupon_needed',
  'no_goods',
  'too_few',
  'too_little',
  'better_one',
  'nothing_off',
] as const
export type Reason = (typeof REASONS)[number]
