/**
 * Cleans typed or pasted text for storage. The result is in Unicode form NFC (UAX #15), trimmed and without
 * invisible characters. Texts that look the same become equal, so that names can be unique.
 *
 * Control characters (General_Category Cc) and the marks of interlinear annotation are removed. Default
 * ignorable characters, such as zero-width spaces and bidi controls, are removed too (UAX #44,
 * Default_Ignorable_Code_Point, which includes the controls of UAX #9). An ignorable character stays where it
 * affects the appearance:
 * - a zero-width joiner or non-joiner between letters of a script that needs it (UAX #31, section 2.3).
 * - a joiner between emoji, the tags of a flag, the choice between text and emoji (UTS #51, section 2.8).
 * - a variation selector after an ideograph or a Mongolian letter (UAX #44, Variation_Selector).
 *
 * A letter keeps at most 30 marks (UAX #15, Stream-Safe Text Format), because the time for normalization
 * grows with the square of their number.
 */

const JOINING_SCRIPTS = [
  'Arab',
  'Syrc',
  'Mand',
  'Mong',
  'Nkoo',
  'Phag',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Tibt',
  'Mymr',
  'Khmr',
  'Bali',
]
const JOINING = `[${JOINING_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`

const KEPT = [
  `(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
  '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]{1,10}\\u{E007F}',
  '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
  '(?<=[#*\\d])\\uFE0F(?=\\u20E3)',
  '(?<=\\p{Unified_Ideograph})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{scx=Mong})[\\u180B-\\u180D\\u180F]',
].join('|')
const UNSEEN = new RegExp(`(${KEPT})|[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]+`, 'gu')
const UNSEEN_IN_LINES = new RegExp(
  UNSEEN.source.replace('\\p{Cc}', '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u009F'),
  'gu',
)
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu
/**
 * Characters that need no cleaning, enough for most texts: Latin and Cyrillic letters and visible signs,
 * already in NFC.
 */
const SEEN =
  ' -~\\u00A1-\\u00AC\\u00AE-\\u02FF\\u0400-\\u0482\\u048A-\\u052F\\u2010-\\u2027\\u2030-\\u205E\\u20A0-\\u20C0'
const PLAIN = new RegExp(`^[${SEEN}]*$`)
const PLAIN_LINES = new RegExp(`^[\\t\\n${SEEN}]*$`)

/** Cleans a text of one line. Line breaks and tabs become spaces. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim()
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(UNSEEN, '$1')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .trim()
}

/** Cleans a text of several lines. Every line break becomes a line feed, and tabs are kept. */
export function cleanLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text.trim()
  return text
    .replace(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, '\n')
    .replace(UNSEEN_IN_LINES, '$1')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .trim()
}

/** Returns the number of code points, as counted by PostgreSQL and JSON Schema. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    // The second half of a surrogate pair is not a separate character.
    if (unit >= 0xdc00 && unit <= 0xdfff) count -= 1
  }
  return count
}
