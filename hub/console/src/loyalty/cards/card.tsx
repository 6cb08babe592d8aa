import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  BLOCK_CARD,
  CARD,
  CARD_POINTS,
  CARDS,
  DELETE_CARD,
  type LoyaltyCard,
  UNBLOCK_CARD,
} from '#shared/contracts/loyalty/cards.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useNames } from '../../fields/reference.ts'
import { useText } from '../../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../../kinds/details/details.tsx'
import { LoadedRecord, prepareOne } from '../../kinds/details/loaded-record.tsx'
import { PageHeader } from '../../kinds/page-header.tsx'
import { EMPLOYEE } from '../../organization/references.ts'
import { BlockButton, DeleteButton } from '../actions.tsx'
import { Ledger } from '../ledger.tsx'
import { PROGRAM } from '../references.ts'
import { StatusBadge } from '../status-badge.tsx'
import { CorrectPoints } from './correct-points.tsx'

export const prepare = prepareOne(CARD)
export const Page = () => <LoadedRecord endpoint={CARD}>{(card) => <Card card={card} />}</LoadedRecord>

function Card({ card }: { card: LoyaltyCard }) {
  const t = useText()
  const format = useFormat()
  const programName = useNames(PROGRAM)
  const employeeName = useNames(EMPLOYEE)
  const params = { id: card.id }
  return (
    <>
      <PageHeader
        title={t('cards.named', { number: card.cardNumber })}
        beside={<StatusBadge of={card} />}
        back={{ to: '/loyalty-cards', label: t('cards.title') }}
      >
        <DeleteButton
          base={CARDS.path}
          path="/loyalty-cards"
          name={card.cardNumber}
          remove={() => call(DELETE_CARD, { params })}
        />
        <BlockButton
          base={CARDS.path}
          texts="cards"
          status={card.status}
          block={(reason) => call(BLOCK_CARD, { params, body: { reason } })}
          unblock={() => call(UNBLOCK_CARD, { params })}
        />
        <CorrectPoints card={card} />
      </PageHeader>
      <DetailsPage>
        <Part title={t('cards.balance')}>
          <Text fz={28} fw={650}>
            {format.amount(card.balance)}
          </Text>
          <Facts
            facts={[
              [t('cards.pendingPoints'), card.pendingPoints ? format.amount(card.pendingPoints) : null],
              [
                t('cards.discountPercent'),
                card.discountPercent ? format.percent(card.discountPercent) : null,
              ],
              [t('cards.turnover'), format.money(card.turnover)],
              [t('cards.lastPurchaseAt'), card.lastPurchaseAt && format.dateTime(card.lastPurchaseAt)],
            ]}
          />
        </Part>
        <Part title={t('cards.holder')}>
          <Facts
            facts={[
              [t('cards.customerName'), card.customerName ?? t('cards.nobody')],
              [t('cards.phone'), card.phone],
              [
                t('cards.customerId'),
                card.customerId && (
                  <Anchor
                    size="sm"
                    renderRoot={(props) => (
                      <Link to={`/counterparties/${card.customerId}` as '/'} {...props} />
                    )}
                  >
                    {t('cards.openCustomer')}
                  </Anchor>
                ),
              ],
              [
                t('cards.programId'),
                <Anchor
                  key="program"
                  size="sm"
                  renderRoot={(props) => (
                    <Link to={`/loyalty-programs/${card.programId}` as '/'} {...props} />
                  )}
                >
                  {programName(card.programId)}
                </Anchor>,
              ],
              [t('cards.issuedAt'), format.dateTime(card.issuedAt)],
              [t('cards.issuedById'), employeeName(card.issuedById)],
              [t('cards.expiresAt'), card.expiresAt && format.dateTime(card.expiresAt)],
              [t('cards.blockedAt'), card.blockedAt && format.dateTime(card.blockedAt)],
              [t('loyalty.reason'), card.blockReason],
            ]}
          />
        </Part>
        <Ledger
          title={t('cards.ledger')}
          queryKey={[CARDS.path, 'points', card.id]}
          read={async (page, signal) => {
            const { items, total } = await call(CARD_POINTS, {
              params,
              query: { page, pageSize: 50 },
              signal,
            })
            const rows = items.map(({ points, kind, reason, ...entry }) => ({
              ...entry,
              amount: points,
              what: t(`pointsKind.${kind}`),
              note: reason,
            }))
            return { rows, total }
          }}
        />
      </DetailsPage>
    </>
  )
}
