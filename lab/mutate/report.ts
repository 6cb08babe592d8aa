import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'

export interface Outcome {
  /** Percentage of mutants detected by a test. Mutants that were skipped or could not run do not count. */
  score: number | null
  killed: number
  /** Number of mutants skipped as equivalent or as prose, by reason. */
  leftOut: Record<string, number>
  survivors: string[]
}

export function outcomeOf(mutants: MutantResult[]): Outcome {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const tried = killed + survivors.length
  const leftOut: Record<string, number> = {}
  for (const { status, statusReason = '' } of mutants) {
    if (status === 'Ignored') leftOut[statusReason] = (leftOut[statusReason] ?? 0) + 1
  }
  return {
    score: tried === 0 ? null : Math.round((1000 * killed) / tried) / 10,
    killed,
    leftOut,
    survivors: survivors.map(described),
  }
}

/** Describes a mutant: `file:line`, the original code and the mutated code. */
function described({ fileName, location, replacement = '', status }: MutantResult): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(location.start.line - 1, location.end.line)
  const last = lines.length - 1
  lines[last] = (lines[last] ?? '').slice(0, location.end.column - 1)
  lines[0] = (lines[0] ?? '').slice(location.start.column - 1)
  const place = `${relative('.', fileName)}:${location.start.line}:${location.start.column}`
  const unreached = status === 'NoCoverage' ? ' (no test comes here)' : ''
  return `${place}${unreached} ${inOneLine(lines.join(' '))}  ->  ${inOneLine(replacement)}`
}

function inOneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 110 ? `${line.slice(0, 70)} ... ${line.slice(-35)}` : line
}

export function inWords(path: string, { score, killed, leftOut, survivors }: Outcome): string {
  const total = killed + survivors.length
  return [
    `${path}: ${score === null ? 'nothing to try' : `${score}%`}, ${killed} of ${total} mutants killed`,
    ...Object.entries(leftOut).map(([reason, count]) => `  left out: ${count}, ${reason}`),
    ...survivors.map((each) => `  ${each}`),
    '',
  ].join('\n')
}
