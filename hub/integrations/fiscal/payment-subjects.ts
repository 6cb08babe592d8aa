import type { FiscalLine } from './receipt.ts'

/** Payment subject of an advance. */
const PAYMENT = 10
const SUBJECTS = { Good: 1, Excisable: 2, Service: 4, Other: 13 } as const
/** Payment subjects of marked goods in format 1.2: without a marking code, then with one. */
const MARKED = { Good: [32, 33], Excisable: [30, 31] } as const

type SubjectFacts = Pick<FiscalLine, 'subject' | 'isAdvance' | 'isMarked' | 'markingCode'>

/** Returns the payment subject of a line (tag 1212) as a number of the Russian fiscal document format. */
export function paymentSubjectOf(line: SubjectFacts, format: '1.05' | '1.2'): number {
  const { subject, isAdvance, isMarked, markingCode } = line
  if (isAdvance) return PAYMENT
  const hasCode = markingCode !== null
  if (format === '1.05' || !(isMarked || hasCode) || !(subject === 'Good' || subject === 'Excisable'))
    return SUBJECTS[subject]
  return MARKED[subject][hasCode ? 1 : 0]
}
