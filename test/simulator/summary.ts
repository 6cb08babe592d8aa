import type { SeedReport } from './jobs.ts'

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
    steps: sum(({ steps }) => steps),
    faults,
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    missed: sum(({ missed }) => missed),
    stuck: sum(({ stuck }) => stuck),
    failures: reports.filter(({ failures }) => failures.length > 0).map(({ seed }) => seed),
    seconds: secondsOf(realMs),
    /** Of all seeds together, however many of them ran at once. */
    seedSeconds: secondsOf(sum((report) => report.realMs)),
  }
}

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10
