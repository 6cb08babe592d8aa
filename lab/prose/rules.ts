/** Message about a phrase or word order that readers stumble over, with advice for correcting it. */
export type ProseFault = string

/** Maximum length of a docstring without a period, in characters. */
const LONGEST_SENTENCE = 240

/** First words that make a docstring a fragment. */
const FRAGMENT_STARTERS = new Set(
  'as how nor of than that those what when where whether which who whoever whom whose'.split(' '),
)

const PHRASES: [phrase: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'name the person or the program'],
  [/\banew\b/i, 'write "again"'],
  [/\bnone such\b/i, 'name the thing'],
  [/\bwhat there is of\b/i, 'name the thing'],
  [/\bdeeds?\b/i, 'write "command", "change" or "operation"'],
]

/** Adverbs and negations allowed before the verb of a test title. */
const BEFORE_A_VERB = new Set('also never only still'.split(' '))

/** Words that end like a third-person verb but are not verbs. */
const NO_VERBS = new Set(
  (
    'across always amounts as balances barcodes bonus bundles business cards carts cashiers changes costs ' +
    'customers days documents employees files goods groups has his hours images is its items lines minus months ' +
    'names numbers orders organizations others pages perhaps permissions pictures plus points prices products ' +
    'programs promotions receipts returns rows sales settings shifts shops status stores sums texts this tills ' +
    'times tokens unless us vouchers was words'
  ).split(' '),
)

/** Verbs that can also be nouns. They are accepted as the first word unless a verb follows. */
const NOUNS_AND_VERBS = new Set(
  'balances changes costs names numbers orders returns shifts sums times'.split(' '),
)
const AUXILIARIES = /^(are|is|was|were|have|has|had|do|can|may|must|go|come|that|which|of|in|at|from)$/

/** Returns the faults of a comment without its comment marks. */
export function faultsOfComment(text: string, isDocstring: boolean): ProseFault[] {
  const faults = faultsOfPhrases(text)
  if (!isDocstring) return faults
  const starter = firstWord(text)
  if (FRAGMENT_STARTERS.has(starter.toLowerCase()))
    faults.push(
      `begins with the fragment "${starter} ...": begin with a noun phrase or a verb ("Returns ...")`,
    )
  const longest = Math.max(...text.split(/[.!?:](?=\s|$)|\n/).map(({ length }) => length))
  if (longest > LONGEST_SENTENCE)
    faults.push(`goes on for ${longest} characters without a full stop: one thought a sentence`)
  return faults
}

/** Returns the faults of a test title (`it`). */
export function faultsOfTitle(title: string): ProseFault[] {
  const faults = faultsOfPhrases(title)
  const [first = '', second = ''] = title.split(/\s+/).filter((word) => !BEFORE_A_VERB.has(word))
  const isVerb = /^[a-z-]+s$/.test(first)
  const isNoun = NOUNS_AND_VERBS.has(first) ? AUXILIARIES.test(second) : NO_VERBS.has(first)
  if (!isVerb || isNoun) faults.push(`title "${title}": begin with a verb ("refuses the 101st price type")`)
  return faults
}

/** Returns the banned phrases in a text. */
export function faultsOfPhrases(text: string): ProseFault[] {
  return PHRASES.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text)
    return found ? [`"${found[0]}": ${instead}`] : []
  })
}

/** Texts that are the same in all languages: keys, formats, addresses, the product name. */
const SAME_EVERYWHERE = /^(Ctrl \w+|CSV|Excel \(XLSX\)|https:\/\/\S*|\S+@\S+|Counterfoil)$/

/** Returns the fault of a page text that is in the code instead of the language files. */
export function faultsOfPageText(text: string): ProseFault[] {
  const shown = text.trim()
  return /\p{L}{2}/u.test(shown) && !SAME_EVERYWHERE.test(shown)
    ? [`"${shown}": put the text into the files of the languages`]
    : []
}

const firstWord = (text: string): string =>
  /[A-Za-z]+/.exec(text.trimStart().split(/\s/, 1)[0] ?? '')?.[0] ?? ''
