/**
 * Rules for tax ids, by the country of the organization: check digits, or at least a fixed length
 * (docs/domain.md#counterparties).
 */
const RULES: Record<string, { isValid: (id: string) => boolean; error: string }> = {
  RU: {
    isValid: (id) => (/^\d{10}$/.test(id) && isInn10(id)) || (/^\d{12}$/.test(id) && isInn12(id)),
    error: 'must be an ИНН: 10 or 12 digits with their check digits',
  },
  KZ: {
    isValid: (id) => /^\d{12}$/.test(id) && isBin(id),
    error: 'must be a БИН or ИИН: 12 digits, the last of which checks the others',
  },
  UZ: { isValid: (id) => /^\d{9}$/.test(id), error: 'must be an ИНН: 9 digits' },
}
const ELSEWHERE = {
  isValid: (id: string) => /^[\dA-Za-z]+$/.test(id),
  error: 'must be made of digits and Latin letters',
}

/** Returns the error of a tax id in the country (two-letter code of ISO 3166-1), or undefined when it is valid. */
export function faultOfTaxId(id: string, country: string): string | undefined {
  const { isValid, error } = RULES[country] ?? ELSEWHERE
  return isValid(id) ? undefined : error
}

const INN_WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** True when the last digit equals the weighted sum of the previous digits, modulo 11, modulo 10. */
const isChecked = (digits: string) =>
  (weightedSum(digits, INN_WEIGHTS.slice(1 - digits.length)) % 11) % 10 === Number(digits.at(-1))
const isInn10 = isChecked
const isInn12 = (id: string) => isChecked(id.slice(0, 11)) && isChecked(id)

/**
 * True when the check digit is right. After a remainder of 10, the second weights are used. If these give 10
 * again, the number is invalid.
 */
function isBin(id: string): boolean {
  const first = weightedSum(id, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11
  const check = first < 10 ? first : weightedSum(id, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11
  return check === Number(id.at(-1))
}

const weightedSum = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
