import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** In E.164, such as +77011234567; null when it cannot be a number. One without a country code is of `country`. */
export function phoneNumberOf(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode)
  return parsed?.isPossible() ? parsed.number : null
}
