import type { Plant } from '../plant.ts'

export const PLATFORM: readonly Plant[] = [
  {
    name: 'key-without-path',
    mistake: 'an Idempotency-Key that was used on another path answers for this one',
    edits: [
      {
        file: 'hub/http/idempotency.ts',
        find: '.update(`${c.req.method} ${pathname}${search}',
        replace: '.update(`${c.req.method} ${search}',
      },
    ],
    noticedBy: ['test/hub/http.test.ts'],
    test: 'refuses the key on another path',
  },
  {
    name: 'earlier-of-two-due-prices',
    mistake: 'the earlier of two due prices wins',
    edits: [
      {
        file: 'hub/features/catalog/products/prices/due-prices.ts',
        find: 'ORDER BY product_id, price_type_id, starts_at DESC',
        replace: 'ORDER BY product_id, price_type_id, starts_at',
      },
    ],
    noticedBy: ['test/hub/catalog/products-fields.test.ts'],
    test: 'has the last of those that have come',
  },
  {
    name: 'keys-of-a-day',
    mistake: 'Idempotency-Keys are thrown away that somebody may still repeat',
    edits: [
      {
        file: 'hub/jobs/housekeeping.ts',
        find: 'const IDEMPOTENCY_KEY_DAYS = 30',
        replace: 'const IDEMPOTENCY_KEY_DAYS = 1',
      },
    ],
    noticedBy: ['test/hub/housekeeping.test.ts'],
    test: 'throws away what nobody can use',
  },
  {
    name: 'keys-of-the-platform-stay',
    mistake: 'Idempotency-Keys of SuperAdmins are never thrown away',
    edits: [
      {
        file: 'hub/jobs/housekeeping.ts',
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
    edits: [
      {
        file: 'hub/features/pos/enrolment/enrol-device.ts',
        find: '    gt(pairingCodes.expiresAt, sql`now()`),\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'is not good after its time',
  },
  {
    name: 'settled-items-count',
    mistake: 'a device shows what is settled as still to be looked at',
    edits: [
      {
        file: 'hub/features/fleet/devices/queries.ts',
        find: '.where(and(ofOrganization, isNull(workItems.settledAt)))\n    .groupBy(workItems.deviceId)',
        replace: '.where(ofOrganization)\n    .groupBy(workItems.deviceId)',
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
        file: 'hub/features/pos/recall/queries.ts',
        find: 'JOIN own ON own.replaces_device_id = device.id',
        replace: 'JOIN own ON own.replaces_device_id = device.id AND own.id = ${deviceId}',
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
        file: 'hub/features/pos/recall/queries.ts',
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
    edits: [
      {
        file: 'hub/jobs/housekeeping.ts',
        find: 'const PAST_PRICE_DAYS = 400',
        replace: 'const PAST_PRICE_DAYS = 30',
      },
    ],
    noticedBy: ['test/hub/housekeeping.test.ts'],
    test: 'throws away what nobody can use',
  },
  {
    name: 'cash-for-cashiers',
    mistake: 'cashiers see what was put into and taken out of all drawers',
    edits: [
      {
        file: 'hub/features/sales/cash-movements/routes.ts',
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
      {
        file: 'hub/features/account/token/grants.ts',
        find: 'hub.rateLimiter.signIn(email, origin, isTrusted)',
        replace: 'hub.rateLimiter.signIn(username, origin, isTrusted)',
      },
    ],
    noticedBy: ['test/hub/account/guessing.test.ts'],
    test: 'counts a name however it is typed',
  },
  {
    name: 'right-ones-count',
    mistake: 'sign-ins that are right count as guesses',
    edits: [
      { file: 'hub/features/account/token/grants.ts', find: '  await attempt.succeeded()\n', replace: '' },
    ],
    noticedBy: ['test/hub/account/guessing.test.ts'],
    test: 'counts what is right only once it was wrong',
  },
  {
    name: 'refreshed-by-another-client',
    mistake: 'a refresh token is good for clients that it was not issued to',
    edits: [
      {
        file: 'hub/features/account/token/refresh-tokens.ts',
        find: ' || found.clientId !== clientId) return',
        replace: ') return',
      },
    ],
    noticedBy: ['test/hub/account/oauth.test.ts'],
    test: 'are for the client that they were issued to',
  },
  {
    name: 'grace-after-the-next',
    mistake: 'a used refresh token is good for half a minute although its successor is in use',
    edits: [
      {
        file: 'hub/features/account/token/refresh-tokens.ts',
        find: 'WHERE child.parent_hash = ${refreshTokens}.token_hash AND child.used_at IS NOT NULL)`,',
        replace:
          'WHERE child.parent_hash = ${refreshTokens}.token_hash AND child.used_at IS NULL AND false)`,',
      },
    ],
    noticedBy: ['test/hub/account/oauth.test.ts'],
    test: 'end their sign-in when their successor is in use already',
  },
]
