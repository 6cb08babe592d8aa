import type { Plant } from '../plant.ts'

export const PLATFORM: readonly Plant[] = [
  {
    name: 'key-without-path',
    mistake: 'an Idempotency-Key that was used on another path answers for this one',
    edits: [{ in: 'idempotent', find: '${pathname}${search}', replace: '${search}' }],
    noticedBy: ['test/hub/http.test.ts'],
    test: 'refuses the key on another path',
  },
  {
    name: 'earlier-of-two-due-prices',
    mistake: 'the earlier of two due prices wins',
    edits: [{ in: 'applyDuePrices', find: 'starts_at DESC', replace: 'starts_at' }],
    noticedBy: ['test/hub/catalog/products-fields.test.ts'],
    test: 'has the last of those that have come',
  },
  {
    name: 'keys-of-a-day',
    mistake: 'Idempotency-Keys are thrown away that somebody may still repeat',
    edits: [{ in: 'IDEMPOTENCY_KEY_DAYS', find: '30', replace: '1' }],
    noticedBy: ['test/hub/housekeeping.test.ts'],
    test: 'throws away what nobody can use',
  },
  {
    name: 'keys-of-the-platform-stay',
    mistake: 'Idempotency-Keys of SuperAdmins are never thrown away',
    edits: [
      {
        in: 'keepHouse',
        find: '[NIL, ...(await allOrganizations(hub))]',
        replace: '[...(await allOrganizations(hub))].filter((id) => id !== NIL)',
      },
    ],
    noticedBy: ['test/hub/housekeeping.test.ts'],
    test: 'throws away what nobody can use',
  },
  {
    name: 'enrolled-with-an-old-code',
    mistake: 'a pairing code works after its fifteen minutes',
    edits: [{ in: 'enrolDevice', find: 'gt(pairingCodes.expiresAt, sql`now()`),', replace: '' }],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'is not good after its time',
  },
  {
    name: 'settled-items-count',
    mistake: 'a device shows what is settled as still to be looked at',
    edits: [
      {
        in: 'selectDevices',
        find: 'and(ofOrganization, isNull(workItems.settledAt))',
        replace: 'ofOrganization',
      },
    ],
    noticedBy: ['test/hub/fleet/devices.test.ts'],
    test: 'shows how much of it is still to be looked at',
  },
  {
    name: 'recalled-from-the-last-alone',
    mistake: 'a device that replaces one that replaced another is not given the sales of the first',
    edits: [
      {
        in: 'findSales',
        find: 'replaces_device_id = device.id',
        replace: 'replaces_device_id = device.id AND own.id = ${deviceId}',
      },
    ],
    noticedBy: ['test/hub/pos/recall.test.ts'],
    test: 'gives those of replaced devices',
  },
  {
    name: 'recall-repeats-the-last',
    mistake: 'each page of recalled sales begins with the last of the page before',
    edits: [
      {
        in: 'findSales',
        find: 'OR id > ${after ?? null}::uuid)',
        replace: 'OR id >= ${after ?? null}::uuid)',
      },
    ],
    noticedBy: ['test/hub/pos/recall.test.ts'],
    test: 'gives them page by page',
  },
  {
    name: 'past-prices-of-a-month',
    mistake: 'prices of the last year are thrown away, by which sales that come late are judged',
    edits: [{ in: 'PAST_PRICE_DAYS', find: '400', replace: '30' }],
    noticedBy: ['test/hub/housekeeping.test.ts'],
    test: 'throws away what nobody can use',
  },
  {
    name: 'cash-for-cashiers',
    mistake: 'cashiers see what was put into and taken out of all drawers',
    edits: [
      {
        in: 'cashMovementRoutes',
        find: "may: 'sales.view',",
        replace: "may: 'signed-in',",
      },
    ],
    noticedBy: ['test/hub/sales/till-records.test.ts'],
    test: 'cash-movements are seen by those who may',
  },
  {
    name: 'name-as-typed',
    mistake: 'the sign-in limit counts a name as it was typed, upper and lower case apart',
    edits: [
      { in: 'grantPassword', find: 'email, origin, isTrusted', replace: 'username, origin, isTrusted' },
    ],
    noticedBy: ['test/hub/account/guessing.test.ts'],
    test: 'counts a name however it is typed',
  },
  {
    name: 'right-ones-count',
    mistake: 'sign-ins that are right count as guesses',
    edits: [{ in: 'grantPassword', find: 'await attempt.succeeded()', replace: '' }],
    noticedBy: ['test/hub/account/guessing.test.ts'],
    test: 'counts what is right only once it was wrong',
  },
  {
    name: 'code-taken-twice',
    mistake: 'a one-time code gets in two requests that come in one moment',
    edits: [{ in: 'spendCode', find: 'lt(secondFactors.lastStep, match.step)', replace: 'undefined' }],
    noticedBy: ['test/hub/account/second-factor.test.ts'],
    test: 'takes a code once, even twice in one moment, and none from before it',
  },
  {
    name: 'renewal-as-proof',
    mistake: 'a renewed token says that its person has just proved themselves',
    edits: [{ in: 'useRefreshToken', find: 'found.provenAt?.getTime() ?? 0', replace: 'Date.now()' }],
    noticedBy: ['test/hub/account/second-factor.test.ts'],
    test: 'is needed ten minutes after the last proof, and renewed tokens remember it',
  },
  {
    name: 'refreshed-by-another-client',
    mistake: 'a refresh token is good for clients that it was not issued to',
    edits: [{ in: 'useRefreshToken', find: '|| found.clientId !== clientId', replace: '' }],
    noticedBy: ['test/hub/account/oauth.test.ts'],
    test: 'are for the client that they were issued to',
  },
  {
    name: 'grace-after-the-next',
    mistake: 'a used refresh token is good for half a minute although its successor is in use',
    edits: [{ in: 'useRefreshToken', find: '|| family.hasGoneOn', replace: '' }],
    noticedBy: ['test/hub/account/oauth.test.ts'],
    test: 'end their sign-in when their successor is in use already',
  },
]
