import type { Plant } from './plant.ts'

export const PLANTS: readonly Plant[] = [
  {
    name: 'shift-of-all-tills',
    mistake: "a shift's totals count the sales of the shop's other tills",
    edits: [
      {
        file: 'edge/journal/shifts.ts',
        find: `AND body ->> 'shiftId' = ? ORDER BY seq`,
        replace: `AND (body ->> 'shiftId' = ? OR true) ORDER BY seq`,
      },
    ],
    noticedBy: ['test/edge/shifts.test.ts'],
  },
]
