import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { route, router } from '#hub/http/route.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { VoucherBalance, VoucherQuestion } from '#shared/sync/voucher-balance.ts'
import { findBalance } from './find-balance.ts'

const ask = route({
  method: 'post',
  path: '/api/pos/v1/vouchers/balance',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Get the balance of a gift voucher',
  description:
    'Requests for unknown numbers are counted for each device, and refused for a while once there are many.',
  body: VoucherQuestion,
  answers: { 200: VoucherBalance },
})

export const voucherBalanceRoutes = router().openapi(ask, async (c) => {
  const device = await c.var.actor()
  refuseRevoked(device)
  const question = c.req.valid('json')
  const guess = await c.get('hub').rateLimiter.attempt('voucher', device.id)
  const moment = new Date()
  const { balance, ...found } = await c.var.read((tx) => findBalance(tx, question, moment))
  if (found.state !== 'Unknown') await guess.succeeded()
  return c.json({ ...found, balance: amountToNumber(balance), at: moment.toISOString() }, 200)
})
