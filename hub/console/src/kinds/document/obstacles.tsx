import { Alert, Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Permission } from '#shared/domain/permissions.ts'
import type { FieldError } from '#shared/problems/problem.ts'
import type { Format } from '#shared/std/format.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { problemText } from '../../i18n/problem-text.ts'
import { type Text, useText } from '../../i18n/use-text.ts'
import { ActionButton, useWhyNot } from '../../shell/action-button.tsx'
import classes from './document.module.css'
import type { DraftLine } from './document-definition.ts'

interface ObstaclesProps {
  error: unknown
  lines: readonly DraftLine[]
  onShowLine: (index: number) => void
  /** Repeats the refused operation with an override of the rule. */
  onOverride?: ((override: Override) => void) | undefined
  onClose: () => void
}

/** Query parameters of posting that override a rule. */
export type Override = 'overridePeriod' | 'overrideReturnPeriod'

/** Rules that a user with the permission can override, by error code. */
const PASSING: Partial<Record<string, { name: Override; may: Permission }>> = {
  period_closed: { name: 'overridePeriod', may: 'period.override' },
  return_too_late: { name: 'overrideReturnPeriod', may: 'sales.override_return_period' },
}

/** Maximum number of obstacles shown. Users do not read more. */
const MOST_SHOWN = 20

/** Lists the reasons why an operation was refused, with links to fix them. */
export function Obstacles({ error, lines, onShowLine, onOverride, onClose }: ObstaclesProps) {
  const t = useText()
  const format = useFormat()
  const whyNot = useWhyNot()
  const problem = error instanceof Refusal ? error.problem : null
  const passing = problem ? PASSING[problem.code] : undefined
  const faults = (problem?.errors ?? []) as Fault[]
  const returns = (problem?.returns ?? []) as { id: string; number: string }[]
  const title = problemText(t, error)
  return (
    <Alert
      color="red"
      role="alert"
      title={title}
      className={classes.obstacles ?? ''}
      withCloseButton
      closeButtonLabel={t('documents.close')}
      onClose={onClose}
    >
      {/* The hub's summary is shown only without individual errors, because it adds nothing to them. */}
      {problem?.detail && !title.includes(problem.detail) && faults.length === 0 && returns.length === 0 && (
        <p>{problem.detail}</p>
      )}
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, MOST_SHOWN).map((fault) => (
            <li key={`${fault.pointer} ${fault.productId}`}>
              {faultText(t, format, { code: problem?.code ?? '', fault, lines })}{' '}
              <Ways fault={fault} onShowLine={onShowLine} />
            </li>
          ))}
        </ul>
      )}
      {returns.length > 0 && (
        <ul>
          {returns.map(({ id, number }) => (
            <li key={id}>
              <Anchor renderRoot={(props) => <Link to={`/supplier-returns/${id}`} {...props} />}>
                {t('supplierReturns.one', { number })}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      <Group gap={8} mt={8}>
        {passing && onOverride && (
          <ActionButton
            size="compact-sm"
            variant="white"
            whyNot={whyNot(passing.may)}
            onClick={() => onOverride(passing.name)}
          >
            {t(`documents.${passing.name}`)}
          </ActionButton>
        )}
      </Group>
    </Alert>
  )
}

interface Fault extends FieldError {
  productId?: string
  productName?: string
  storeId?: string
  /** Time of a stock shortage, in UTC. */
  moment?: string
  requested?: number
  available?: number
  quantity?: number
}

function faultText(
  t: Text,
  format: Format,
  { code, fault, lines }: { code: string; fault: Fault; lines: readonly DraftLine[] },
): string {
  const { detail, requested, available, moment } = fault
  const name = fault.productName ?? lines[lineOf(fault) ?? -1]?.productName ?? ''
  if (requested !== undefined && available !== undefined && name)
    return t(`obstacle.${code}`, {
      name,
      requested,
      available,
      defaultValue: detail,
      at: moment && format.dateTime(moment),
    })
  if (code === 'uncounted_products' && name)
    return fault.quantity === undefined
      ? t('obstacle.uncounted', { name })
      : t('obstacle.uncountedOf', { name, quantity: fault.quantity })
  return name && !detail.includes(name) ? `${name}: ${detail}` : detail
}

/** Returns the zero-based index of the line, or null when the error concerns no line. */
function lineOf({ pointer }: Fault): number | null {
  const place = /^#\/lines\/(\d+)/.exec(pointer)?.[1]
  return place === undefined ? null : Number(place)
}

function Ways({ fault, onShowLine }: { fault: Fault; onShowLine: (index: number) => void }) {
  const t = useText()
  const index = lineOf(fault)
  const { productId, storeId } = fault
  return (
    <>
      {index !== null && (
        <Anchor component="button" type="button" onClick={() => onShowLine(index)}>
          {t('documents.toLine', { place: index + 1 })}
        </Anchor>
      )}
      {productId && storeId && (
        <>
          {' · '}
          <Anchor
            renderRoot={(props) => (
              <Link to="/stock/why" search={{ productId, storeId } as never} {...props} />
            )}
          >
            {t('documents.whyStock')}
          </Anchor>
        </>
      )}
    </>
  )
}
