import { toCardinal as inEnglish } from 'n2words/en-GB'
import { toCardinal as inRussian } from 'n2words/ru-RU'
import type { Language } from '#shared/contracts/exports.ts'
import type { Amount } from '#shared/money/decimal.ts'

/** Forms of a Russian noun after 1, after 2 to 4, and after other numbers. */
type Forms = readonly [one: string, few: string, many: string]

/** Names of a currency and its minor unit. */
interface Currency {
  en: { major: [one: string, many: string]; minor: [one: string, many: string] }
  ru: { major: Forms; minor: Forms }
}

const CURRENCIES: Record<string, Currency> = {
  RUB: {
    en: { major: ['rouble', 'roubles'], minor: ['kopeck', 'kopecks'] },
    ru: { major: ['рубль', 'рубля', 'рублей'], minor: ['копейка', 'копейки', 'копеек'] },
  },
  KZT: {
    en: { major: ['tenge', 'tenge'], minor: ['tiyn', 'tiyn'] },
    ru: { major: ['тенге', 'тенге', 'тенге'], minor: ['тиын', 'тиына', 'тиынов'] },
  },
  USD: {
    en: { major: ['US dollar', 'US dollars'], minor: ['cent', 'cents'] },
    ru: { major: ['доллар США', 'доллара США', 'долларов США'], minor: ['цент', 'цента', 'центов'] },
  },
  EUR: {
    en: { major: ['euro', 'euros'], minor: ['cent', 'cents'] },
    ru: { major: ['евро', 'евро', 'евро'], minor: ['цент', 'цента', 'центов'] },
  },
}

/**
 * Returns an amount in words for trade forms, with hundredths in digits: Сто один рубль 05 копеек. A currency
 * without a known name is written as its ISO 4217 code.
 */
export function sumInWords(sum: Amount, currency: string, language: Language): string {
  if (sum < 0) return `${MINUS[language]} ${lowered(sumInWords(-sum as Amount, currency, language))}`
  const [major, minor] = [Math.floor(sum / 100), sum % 100]
  const names = namesOf(major, minor, currency, language)
  const words = `${language === 'ru' ? inRussian(major) : inEnglish(major)} ${names.major}`
  const digits = String(minor).padStart(2, '0')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${digits}${names.minor && ` ${names.minor}`}`
}

const MINUS: Record<Language, string> = { en: 'Minus', ru: 'Минус' }
const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

function namesOf(major: number, minor: number, code: string, language: Language) {
  const currency = Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code] : undefined
  if (!currency) return { major: code, minor: '' }
  const { en, ru } = currency
  if (language === 'ru') return { major: russianForm(major, ru.major), minor: russianForm(minor, ru.minor) }
  return { major: en.major[major === 1 ? 0 : 1], minor: en.minor[minor === 1 ? 0 : 1] }
}

const RULES = new Intl.PluralRules('ru')

/** Returns the form of a noun for a number: 1 рубль, 2 рубля, 5 рублей. */
function russianForm(count: number, [one, few, many]: Forms): string {
  const rule = RULES.select(count)
  if (rule === 'one') return one
  return rule === 'few' ? few : many
}
