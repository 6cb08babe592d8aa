import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { route, router } from '#hub/http/route.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { VoucherBalance, VoucherQuestion } from '#shared/sync/voucher-balance.ts'
import { tellBalance } from './tell-balance.ts'

const ask = route({
  method: 'post',
  path: '/api/pos/v1/vouchers/balance',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Tell a till what is left of a gift voucher',
  description:
    'Numbers that no voucher has are counted for each device, and refused for a while once there are many.',
  body: VoucherQuestion,
  answers: { 200: VoucherBalance },
})

export const voucherBalanceRoutes = router().openapi(ask, async (c) => {
  const device = await c.var.actor()
  refuseRevoked(device)
  const question = c.req.valid('json')
  const guess = await c.get('hub').rateLimiter.attempt('voucher', device.id)
  const moment = new Date()
  const { balance, ...told } = await c.var.read((tx) => tellBalance(tx, question, moment))
  if (told.state !== 'Unknown') await guess.succeeded()
  return c.json({ ...told, balance: amountToNumber(balance), at: moment.toISOString() }, 200)
})
