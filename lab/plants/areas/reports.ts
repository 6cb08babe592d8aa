import type { Plant } from '../plant.ts'

export const REPORTS: readonly Plant[] = [
  {
    name: 'returns-as-sales',
    mistake: 'what came back counts as sold',
    edits: [
      {
        in: 'hub/features/reports/sold/read-groups:grouped',
        find: "side === 'sold' ? sql`NOT f.is_return`",
        replace: "side === 'sold' ? sql`true`",
      },
    ],
    noticedBy: ['test/hub/reports/examples.test.ts'],
    test: 'profit is that of the example',
  },
  {
    name: 'days-of-utc',
    mistake: 'days are summed up by UTC and not by the time zone of the organization',
    edits: [
      {
        in: 'hub/day-sums/sold:localTime',
        find: 'AT TIME ZONE ${zoneOf(tx)}',
        replace: `AT TIME ZONE \${zoneOf(tx) && sql\`'UTC'\`}`,
      },
    ],
    noticedBy: ['test/hub/reports/reports.test.ts'],
    test: 'are what the documents come to',
  },
  {
    name: 'group-counted-beside-days',
    mistake:
      'a group of products is counted again while days of it are summed up with a product that has left it',
    edits: [{ in: 'countGroup', find: 'await lockDaySums(tx)', replace: '' }],
    noticedBy: ['test/hub/reports/months.test.ts'],
    test: 'moved while days or months are being summed up',
  },
  {
    name: 'unposting-marks-no-day',
    mistake: 'a report still has what was unposted',
    edits: [{ in: 'openLedger', find: 'changes: [...removing, ...removed]', replace: 'changes: []' }],
    noticedBy: ['test/hub/reports/reports.test.ts'],
    test: 'are what the documents come to',
  },
  {
    name: 'recosting-marks-no-day',
    mistake: 'a report has the costs of before a back-dated supply',
    edits: [
      {
        in: 'OpenLedger.save',
        find: '[...posted, ...changed].map(changeOf)',
        replace: 'posted.map(changeOf)',
      },
    ],
    noticedBy: ['test/hub/reports/reports.test.ts'],
    test: 'are what the documents come to',
  },
  {
    name: 'sorts-by-hidden-costs',
    mistake: 'who may not see costs learns from the order of the rows which product brings the most profit',
    edits: [
      {
        in: 'readProfitReport',
        find: '!seesCosts && sort',
        replace: '!seesCosts && false && sort',
      },
    ],
    noticedBy: ['test/hub/reports/examples.test.ts'],
    test: 'hides costs',
  },
  {
    name: 'class-of-the-end',
    mistake: 'a product is classed by where it ends and not by where it begins: one alone is not A',
    edits: [
      {
        in: 'hub/features/reports/abc/classify:classOf',
        find: '(${upTo(metric, rank)} - greatest(${metric}, 0))',
        replace: '${upTo(metric, rank)}',
      },
    ],
    noticedBy: ['test/hub/reports/abc.test.ts'],
    test: 'takes by what comes before',
  },
]
