import type { Plant } from '../plant.ts'

export const POINTS: readonly Plant[] = [
  {
    name: 'points-on-their-way-forgotten',
    about: 'points',
    mistake: 'what sales on their way have spent of a card is off what head office has just told alone',
    edits: [
      {
        in: 'spendableOf',
        find: '(online?.balance ?? card.balance) - unsent',
        replace: '(online?.balance ?? card.balance) - (online ? unsent : 0)',
      },
    ],
    emphasis: { card: 8, 'points: look': 30, weather: 2 },
    foundBy: 1,
    steps: 150,
    seenBy: ['points on their way'],
  },
  {
    name: 'points-for-what-points-paid',
    about: 'points',
    mistake: 'what points pay of a receipt earns points too, whatever the program says',
    edits: [
      { in: 'earnedFor', find: 'program.earnOnBonusPaidPart ? 0n :', replace: 'paidWithPoints >= 0 ? 0n :' },
    ],
    emphasis: { card: 4 },
    foundBy: 1,
    steps: 80,
    seenBy: ['points told'],
  },
  {
    name: 'points-reversed-twice',
    about: 'points',
    mistake: 'the second return of a receipt takes back the points of the first once more',
    edits: [{ in: 'reverse', find: '- shareOf(size, earlier, whole)', replace: '' }],
    emphasis: { card: 6, return: 10 },
    foundBy: 4,
    steps: 120,
    seenBy: ['points booked'],
  },
  {
    name: 'promotion-until-the-end-of-its-day',
    about: 'points',
    mistake: 'a promotion goes on until midnight of the day on which it ends',
    edits: [
      {
        in: 'whyNotOn',
        find: 'moment >= endsAt',
        replace: 'moment.toISOString().slice(0, 10) > endsAt.toISOString().slice(0, 10)',
      },
    ],
    emphasis: { 'long pass': 6 },
    foundBy: 1,
    steps: 60,
    seenBy: ['offers at tills'],
  },
  {
    name: 'offline-limit-of-each-run',
    about: 'points',
    mistake: 'what a card may spend offline is counted from zero whenever the agent starts',
    edits: [
      {
        in: 'UnsentSales.constructor',
        find: `db.prepare<[], number>('SELECT position FROM outbox').pluck()`,
        replace: `db.prepare<[], number>('SELECT position FROM outbox WHERE position > ' +
          Number(db.prepare('SELECT coalesce(max(position), 0) FROM entries').pluck().get())).pluck()`,
      },
    ],
    emphasis: { card: 8, kill: 20, weather: 2 },
    foundBy: 2,
    steps: 150,
    seenBy: ['points spent offline'],
  },
  {
    name: 'points-told-once',
    about: 'points',
    mistake: 'tills are told of the points of a card when it is issued, and of no change',
    edits: [{ in: 'hub/features/pos/cards:publish', find: 'balance: sql`excluded.balance`,', replace: '' }],
    emphasis: { card: 4 },
    foundBy: 1,
    steps: 80,
    seenBy: ['balances of cards'],
  },
  {
    name: 'overspent-by-the-clock',
    about: 'points',
    mistake:
      'whether more was spent than there was is looked at as of the receipt, before what others have spent since',
    edits: [
      { in: 'flagBalance', find: 'pointsBalance(own, last)', replace: 'pointsBalance(own, sale.date)' },
    ],
    emphasis: { 'points: spent at two tills': 20, weather: 2 },
    foundBy: 1,
    steps: 80,
    seenBy: ['flags of points'],
  },
]
