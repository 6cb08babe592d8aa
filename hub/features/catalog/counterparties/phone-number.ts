import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Returns the number in E.164, such as +77011234567. Null when the text cannot be a phone number. `country`
 * applies to a number without a country code.
 */
export function phoneNumberOf(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isPossible() ? parsed.number : null
}
