import type { SeedReport } from './jobs.ts'
import { addUpCompared, judgeSight } from './oracle/sight.ts'
import { addUp, judgeDeeds } from './schedule/deeds.ts'
import { EXPECTED } from './schedule/expected.ts'

/** The one line that a run prints. */
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
    deeds: Object.fromEntries(
      Object.entries(addUp(reports.map(({ deeds }) => deeds)))
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
    /** Of all seeds together, however many of them ran at once. */
    seedSeconds: secondsOf(sum((report) => report.realMs)),
  }
}

/** What a run has not shown because it did not happen, hardly ever took effect or was not looked at. */
export function shortfallsOf(reports: readonly SeedReport[]): string[] {
  const steps = reports.reduce((total, report) => total + report.steps, 0)
  return [
    ...judgeDeeds(addUp(reports.map(({ deeds }) => deeds)), EXPECTED, steps),
    ...judgeSight(addUpCompared(reports.map(({ compared }) => compared)), steps),
  ]
}

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10
