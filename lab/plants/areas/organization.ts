import type { Plant } from '../plant.ts'

export const ORGANIZATION: readonly Plant[] = [
  {
    name: 'archive-with-other-sums',
    mistake: 'an export comes back whose files are not as they were written',
    edits: [
      {
        in: 'Archive.check',
        find: 'await answers.next()\n      return judged',
        replace: 'return judged',
      },
    ],
    noticedBy: ['test/hub/organization/organization-export.test.ts'],
    test: 'is refused when a file was changed, added or taken away',
  },
  {
    name: 'columns-exchanged-on-the-way-back',
    mistake: 'an export that comes back has the descriptions of products for their articles',
    edits: [
      {
        in: 'insertTable',
        find: 'line.told ||',
        replace: `line.told || CASE WHEN line.told ? 'article' THEN jsonb_build_object(
          'article', line.told -> 'description', 'description', line.told -> 'article') ELSE '{}' END ||`,
      },
    ],
    noticedBy: ['test/hub/organization/organization-export.test.ts'],
    test: 'gives an organization whose export equals the first',
  },
  {
    name: 'export-of-many-moments',
    mistake: 'the tables of an export show different moments',
    edits: [{ in: 'Database.read', find: 'REPEATABLE READ', replace: 'READ COMMITTED' }],
    noticedBy: ['test/hub/organization/organization-export.test.ts'],
    test: 'shows one moment',
  },
  {
    name: 'export-link-works-again',
    mistake: 'the link of an export that was downloaded works a second time',
    edits: [
      {
        in: 'hub/features/data/export:download',
        find: 'if (end === size - 1)',
        replace: 'if (false)',
      },
    ],
    noticedBy: ['test/hub/organization/organization-export.test.ts'],
    test: 'is downloaded in parts, once',
  },
  {
    name: 'messenger-code-works-again',
    mistake: 'a second chat is bound by a code that was used',
    edits: [
      {
        in: 'bindChat',
        find: '.delete(messengerCodes)',
        replace: '.update(messengerCodes).set({ expiresAt: given.expiresAt })',
      },
    ],
    noticedBy: ['test/hub/organization/messenger.test.ts'],
    test: 'is bound by the code of a link, once',
  },
  {
    name: 'sign-in-of-moysklad-elsewhere',
    mistake: 'whoever an image of a product is at gets the token of MoySklad',
    edits: [
      {
        in: 'signInForImages',
        find: 'url.startsWith(`${moySkladUrl}/`) ? headers',
        replace: 'url ? headers',
      },
    ],
    noticedBy: ['test/hub/organization/extsys-products.test.ts'],
    test: 'send the sign-in to MoySklad alone',
  },
  {
    name: 'notices-of-what-held-before',
    mistake: 'a chat is told of goods that were low before it was bound',
    edits: [{ in: 'bindChat', find: 'await noteCurrentTroubles(tx, now)', replace: '' }],
    noticedBy: ['test/hub/organization/messenger.test.ts'],
    test: 'says nothing of what held as it was bound',
  },
  {
    name: 'link-by-hand-proves',
    mistake: 'a link that its inviter saw proves the address',
    edits: [{ in: 'acceptInvitation', find: 'taken.isByHand ? null : new Date()', replace: 'new Date()' }],
    noticedBy: ['test/hub/organization/invitations.test.ts'],
    test: 'shows its link once, to who invites',
  },
  {
    name: 'link-by-hand-opens-accounts',
    mistake: 'who invites gets into an account whose address nobody has proved',
    edits: [{ in: 'needsPassword', find: 'isByHand || ', replace: '' }],
    noticedBy: ['test/hub/organization/invitations.test.ts'],
    test: 'lets nobody into an account that the address has',
  },
  {
    name: 'demo-beside-own-data',
    mistake: 'demo data are made in an organization that has goods of its own',
    edits: [
      {
        in: 'startSeeding',
        find: "known.state !== 'None'",
        replace: "!['None', 'OwnData'].includes(known.state)",
      },
    ],
    noticedBy: ['test/hub/organization/demo-data.test.ts'],
    test: 'inserts nothing where the organization has goods',
  },
  {
    name: 'pages-taken-for-programs',
    mistake: 'the audit log takes what a page asks for as asked by a program',
    edits: [{ in: 'entryPointOf', find: "isFromPage ? 'Page' : 'Api'", replace: "'Api'" }],
    noticedBy: ['test/hub/organization/audit-log.test.ts'],
    test: 'is filtered by person, record, store and door',
  },
  {
    name: 'holder-of-a-blocked-card',
    mistake: 'the refusal of a blocked card names its holder',
    edits: [
      {
        in: 'refuseUnusable',
        find: '{ cardNumber: card.cardNumber }',
        replace: '{ cardNumber: card.cardNumber, customerName: card.customerName }',
      },
    ],
    noticedBy: ['test/hub/loyalty/cards.test.ts'],
    test: 'tells nothing of the holder',
  },
]
