import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { z } from 'zod'
import { originOf } from '#hub/auth/origin.ts'
import { hashSecret } from '#hub/config/secrets.ts'
import { receiptLinks } from '#hub/db/tables/sales.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { route, router } from '#hub/http/route.ts'
import { RECEIPT_LANGUAGES, type ReceiptLanguage } from '#shared/domain/receipt-languages.ts'
import { ReceiptToken } from '#shared/receipts/receipt-token.ts'
import { findReceipt, type OnlineReceipt } from './online-receipt.ts'
import { RECEIPT_POLICY, receiptPage, waitingPage } from './receipt-page.ts'

const receipt = route({
  method: 'get',
  path: '/r/{token}',
  may: 'public',
  tag: 'Receipts',
  summary: 'Get the receipt page that the QR code links to',
  description:
    'In the language of the receipt. While the sale has not arrived from its till, the page states that it may be on its ' +
    'way, with status 404, and so does the page of an unknown address.',
  params: z.object({ token: z.string().max(200) }),
  limits: (c) => c.get('hub').rateLimiter.attempt('receipt', originOf(clientAddress(c))),
  answers: { 200: null },
  streams: 'text/html',
})

export const receiptPageRoutes = router().openapi(receipt, async (c) => {
  const { token } = c.req.valid('param')
  const found = await findByToken(c, token)
  if (!found) return send(c, 404, languageOf(c), await waitingPage(languageOf(c)))
  await c.var.attempt.succeeded()
  return send(c, 200, found.document.language, await receiptPage(found))
})

async function findByToken(c: Context<HubEnv>, token: string): Promise<OnlineReceipt | null> {
  if (!ReceiptToken.safeParse(token).success) return null
  const { db } = c.get('hub')
  const [link] = await db.platform((tx) =>
    tx
      .select()
      .from(receiptLinks)
      .where(eq(receiptLinks.tokenHash, hashSecret(token))),
  )
  return link ? db.read(link.organizationId, (tx) => findReceipt(tx, link.saleId)) : null
}

function send(c: Context<HubEnv>, status: 200 | 404, language: ReceiptLanguage, page: unknown): Response {
  return c.body(String(page), status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': RECEIPT_POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    ...(status === 404 && { 'Retry-After': '60', Vary: 'Accept-Language' }),
  })
}

/** Returns the language that the client prefers among those of receipts, or English when there is none. */
function languageOf(c: Context): ReceiptLanguage {
  const accepted = parseAccept(c.req.header('Accept-Language') ?? '').sort((a, b) => b.q - a.q)
  const known = accepted.map(({ type }) => type.split('-')[0]?.toLowerCase())
  return RECEIPT_LANGUAGES.find((language) => language === known.find(isKnown)) ?? 'en'
}

const isKnown = (language: string | undefined): boolean =>
  RECEIPT_LANGUAGES.some((known) => known === language)
