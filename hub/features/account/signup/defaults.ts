import { Signup } from '#shared/contracts/account/auth.ts'

type Language = 'ru' | 'en'

/** Default values by country, for values that are omitted at sign-up. */
export const COUNTRY_DEFAULTS: Record<
  Signup['country'],
  { currency: string; timeZone: string; language: Language }
> = {
  KZ: { currency: 'KZT', timeZone: 'Asia/Almaty', language: 'ru' },
  RU: { currency: 'RUB', timeZone: 'Europe/Moscow', language: 'ru' },
  UZ: { currency: 'UZS', timeZone: 'Asia/Tashkent', language: 'ru' },
  BY: { currency: 'BYN', timeZone: 'Europe/Minsk', language: 'ru' },
  KG: { currency: 'KGS', timeZone: 'Asia/Bishkek', language: 'ru' },
  GB: { currency: 'GBP', timeZone: 'Europe/London', language: 'en' },
}

/** Returns the language of emails to organizations in the country. */
export function languageIn(country: string): Language {
  const known = Signup.shape.country.safeParse(country)
  return known.success ? COUNTRY_DEFAULTS[known.data].language : 'en'
}

export const DEFAULT_NAMES: Record<
  Language,
  { priceType: string; store: string; retailPoint: string; customer: string }
> = {
  ru: {
    priceType: 'Розничная цена',
    store: 'Основной склад',
    retailPoint: 'Магазин',
    customer: 'Розничный покупатель',
  },
  en: { priceType: 'Retail price', store: 'Main store', retailPoint: 'Shop', customer: 'Retail customer' },
}
