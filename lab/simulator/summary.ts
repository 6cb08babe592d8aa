import type { SeedReport } from './jobs.ts'
import { addUpCompared, judgeCoverage } from './oracle/coverage.ts'
import { addUp, judgeActions } from './schedule/actions.ts'
import { EXPECTED } from './schedule/expected.ts'

/** Returns the summary of a run, which is printed as one line. */
export function summaryOf(reports: readonly SeedReport[], from: number, realMs: number) {
  const sum = (count: (report: SeedReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  const faults: Record<string, number> = {}
  for (const report of reports) {
    for (const [kind, count] of Object.entries(report.faults)) faults[kind] = (faults[kind] ?? 0) + count
  }
  return {
    seeds: reports.length,
    from,
    sales: sum(({ sales }) => sales),
    returns: sum(({ returns }) => returns),
    shifts: sum(({ shifts }) => shifts),
    steps: sum(({ steps }) => steps),
    faults,
    actions: Object.fromEntries(
      Object.entries(addUp(reports.map(({ actions }) => actions)))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([kind, { happened, effective }]) => [kind, `${effective}/${happened}`]),
    ),
    compared: addUpCompared(reports.map(({ compared }) => compared)),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    missed: sum(({ missed }) => missed),
    stuck: sum(({ stuck }) => stuck),
    failures: reports.filter(({ failures }) => failures.length > 0).map(({ seed }) => seed),
    shortfalls: shortfallsOf(reports),
    seconds: secondsOf(realMs),
    /** Total over all seeds, regardless of how many ran concurrently. */
    seedSeconds: secondsOf(sum((report) => report.realMs)),
  }
}

/** Returns what a run has not proved because actions hardly ever took effect or checks compared nothing. */
export function shortfallsOf(reports: readonly SeedReport[]): string[] {
  const steps = reports.reduce((total, report) => total + report.steps, 0)
  return [
    ...judgeActions(addUp(reports.map(({ actions }) => actions)), EXPECTED, steps),
    ...judgeCoverage(addUpCompared(reports.map(({ compared }) => compared)), steps),
  ]
}

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10
