type Gender = 'masculine' | 'feminine'

const ONES: Record<Gender, readonly string[]> = {
  masculine: ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
  feminine: ['', 'одна', 'две', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
}
const TEENS = [
  ...['десять', 'одиннадцать', 'двенадцать', 'тринадцать', 'четырнадцать'],
  ...['пятнадцать', 'шестнадцать', 'семнадцать', 'восемнадцать', 'девятнадцать'],
]
const TENS = [
  ...['', '', 'двадцать', 'тридцать', 'сорок', 'пятьдесят'],
  ...['шестьдесят', 'семьдесят', 'восемьдесят', 'девяносто'],
]
const HUNDREDS = [
  ...['', 'сто', 'двести', 'триста', 'четыреста', 'пятьсот'],
  ...['шестьсот', 'семьсот', 'восемьсот', 'девятьсот'],
]

/** As it stands after one, after two to four, and after more. */
export type Forms = readonly [one: string, few: string, many: string]

/** The groups of three digits, the lowest first. */
const GROUPS: readonly { forms: Forms; gender: Gender }[] = [
  { forms: ['', '', ''], gender: 'masculine' },
  { forms: ['тысяча', 'тысячи', 'тысяч'], gender: 'feminine' },
  { forms: ['миллион', 'миллиона', 'миллионов'], gender: 'masculine' },
  { forms: ['миллиард', 'миллиарда', 'миллиардов'], gender: 'masculine' },
  { forms: ['триллион', 'триллиона', 'триллионов'], gender: 'masculine' },
]

const RULES = new Intl.PluralRules('ru')

/** The form that a word has after the number: 1 рубль, 2 рубля, 5 рублей. */
export function russianForm(count: number, [one, few, many]: Forms): string {
  const rule = RULES.select(count)
  if (rule === 'one') return one
  return rule === 'few' ? few : many
}

/** A whole number below 10^15, as it is counted of something masculine. */
export function inRussian(count: number): string {
  if (count === 0) return 'ноль'
  const words = GROUPS.map(({ forms, gender }, i) => {
    const group = Math.floor(count / 1000 ** i) % 1000
    return group === 0 ? [] : [...hundreds(group, gender), russianForm(group, forms)]
  })
  return words.reverse().flat().filter(Boolean).join(' ')
}

function hundreds(group: number, gender: Gender): (string | undefined)[] {
  const rest = group % 100
  const below =
    rest >= 10 && rest < 20 ? [TEENS[rest - 10]] : [TENS[Math.floor(rest / 10)], ONES[gender][rest % 10]]
  return [HUNDREDS[Math.floor(group / 100)], ...below]
}
