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
        in: 'hub/features/organization/export:download',
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
]
