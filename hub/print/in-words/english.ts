const ONES = [
  ...['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** Of the groups of three digits, the lowest first. */
const GROUPS = ['', 'thousand', 'million', 'billion', 'trillion']

/** A whole number below 10^15, as the British say it: one thousand and five. */
export function inEnglish(count: number): string {
  if (count === 0) return 'zero'
  const words = GROUPS.map((name, i) => {
    const group = Math.floor(count / 1000 ** i) % 1000
    if (group === 0) return ''
    const joining = i === 0 && group < 100 && count >= 1000 ? 'and ' : ''
    return `${joining}${hundreds(group)} ${name}`.trim()
  })
  return words.reverse().filter(Boolean).join(' ')
}

function hundreds(group: number): string {
  const [whole, rest] = [Math.floor(group / 100), group % 100]
  return [whole > 0 && `${ONES[whole]} hundred`, rest > 0 && tens(rest)].filter(Boolean).join(' and ')
}

function tens(rest: number): string {
  if (rest < 20) return ONES[rest] ?? ''
  return [TENS[Math.floor(rest / 10)], ONES[rest % 10]].filter(Boolean).join('-')
}
