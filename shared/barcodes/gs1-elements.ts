import { isGtin } from './gtin.ts'

/** End of a variable-length element, where the symbol has FNC1: ASCII 29, GS. */
export const SEPARATOR = '\u001d'

const LEADING_SEPARATORS = new RegExp(`^${SEPARATOR}+`)

interface ElementRule {
  /** Matches the application identifier at the start of an element. */
  begins: RegExp
  /** Number of digits of the application identifier. */
  aiDigits: 2 | 3 | 4
  value: RegExp
  /** Length of a value that is not terminated by a separator (GS1 General Specifications, section 7.8.5). */
  length?: number
}

const fixed = (begins: RegExp, aiDigits: ElementRule['aiDigits'], length: number): ElementRule => ({
  begins,
  aiDigits,
  length,
  value: new RegExp(`^\\d{${length}}$`),
})
const variable = (begins: RegExp, aiDigits: ElementRule['aiDigits'], value: RegExp): ElementRule => ({
  begins,
  aiDigits,
  value,
})

/**
 * Rules for elements, of which the first match applies (GS1 General Specifications, section 3.2; GS1 Syntax
 * Dictionary).
 */
const RULES: readonly ElementRule[] = [
  fixed(/^00/, 2, 18),
  fixed(/^0[123]/, 2, 14),
  fixed(/^04/, 2, 16),
  fixed(/^1[1-9]/, 2, 6),
  fixed(/^20/, 2, 2),
  fixed(/^3[1-6]\d\d/, 4, 6),
  fixed(/^41\d/, 3, 13),
  variable(/^(?:10|2[12])/, 2, /^.{1,20}$/),
  variable(/^3[07]/, 2, /^\d{1,8}$/),
  variable(/^39[02]\d/, 4, /^\d{1,15}$/),
  variable(/^39[13]\d/, 4, /^\d{4,18}$/),
  variable(/^394\d/, 4, /^\d{4}$/),
  variable(/^395\d/, 4, /^\d{6}$/),
  variable(/^2[345]\d/, 3, /^.{1,30}$/),
  variable(/^4[02]\d/, 3, /^.{1,30}$/),
  variable(/^43\d\d/, 4, /^.{1,70}$/),
  variable(/^[78]\d{3}/, 4, /^.{1,90}$/),
  variable(/^9\d/, 2, /^.{1,90}$/),
]

/** Values by application identifier, in the order of the symbol. */
export type Elements = ReadonlyMap<string, string>

/**
 * Returns the elements of a GS1 symbol, or undefined when the text is not a sequence of elements. Ignores
 * extra separators.
 */
export function readElements(text: string): Elements | undefined {
  const elements = new Map<string, string>()
  let rest = withoutSeparators(text)
  while (rest !== '') {
    const rule = RULES.find(({ begins }) => begins.test(rest))
    if (!rule) return undefined
    const ai = rest.slice(0, rule.aiDigits)
    const body = rest.slice(rule.aiDigits)
    const end = rule.length ?? body.indexOf(SEPARATOR)
    const value = end < 0 ? body : body.slice(0, end)
    if (!rule.value.test(value)) return undefined
    elements.set(ai, value)
    rest = withoutSeparators(body.slice(value.length))
  }
  return elements
}

const withoutSeparators = (text: string): string => text.replace(LEADING_SEPARATORS, '')

/**
 * Returns the elements of a scanned code: a symbol that starts with FNC1, the human-readable text with its
 * brackets, or a GS1 Digital Link of any domain, which is not fetched. Returns undefined without a GTIN with
 * a valid check digit (AI 01, or AI 02 for the contents of a case).
 */
export function readGs1(text: string): Elements | undefined {
  const elements = /^https?:\/\//i.test(text)
    ? readDigitalLink(text)
    : readElements(text.startsWith('(') ? withoutBrackets(text) : text)
  const gtin = elements?.get('01') ?? elements?.get('02')
  return gtin !== undefined && isGtin(gtin) ? elements : undefined
}

const withoutBrackets = (text: string): string =>
  text.replace(/\((\d{2,4})\)/g, (_, ai: string, at: number) => (at === 0 ? ai : SEPARATOR + ai))

/**
 * Parses /01/{GTIN}, followed by qualifiers as /AI/value, with other elements in the query (GS1 Digital Link
 * 1.4).
 */
function readDigitalLink(link: string): Elements | undefined {
  if (!URL.canParse(link)) return undefined
  const { pathname, searchParams } = new URL(link)
  const [, gtin, qualifiers = ''] = /\/01\/(\d{8}|\d{12,14})((?:\/\d{2,4}\/[^/]+)*)\/?$/.exec(pathname) ?? []
  if (gtin === undefined) return undefined
  const pairs = [...qualifiers.matchAll(/\/(\d{2,4})\/([^/]+)/g)].map(([, ai = '', value = '']) => [
    ai,
    decoded(value),
  ])
  const queried = [...searchParams].filter(([ai]) => /^\d{2,4}$/.test(ai))
  const text = [...pairs, ...queried].map(([ai, value]) => `${ai}${value}`).join(SEPARATOR)
  return readElements(`01${gtin.padStart(14, '0')}${text}`)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
