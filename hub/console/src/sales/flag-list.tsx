import { Anchor, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './flag-list.module.css'
import { useFlagLine } from './use-flag-line.ts'

type Flag = Pick<SaleFlag, 'code' | 'detail' | 'values' | 'product'>

/** Flags of a till's upload. Each kind is listed once, with its products. */
export function FlagList({ flags }: { flags: readonly Flag[] }) {
  const t = useText()
  const lineOf = useFlagLine()
  return (
    <ul className={classes.flags}>
      {[...Map.groupBy(flags, ({ code }) => code)].map(([code, own]) => (
        <li key={code}>
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            <Text fw={600}>{t(`flag.${code}`, { defaultValue: code })}</Text>
            {own.map((flag) => (
              <Text key={`${flag.product?.id} ${flag.detail}`} size="sm">
                {flag.product && <ProductLink product={flag.product} />}
                {lineOf(flag)}
              </Text>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The flags on one line, for a table cell. */
export function FlagsInLine({ flags }: { flags: readonly Flag[] }) {
  const t = useText()
  return [...Map.groupBy(flags, ({ code }) => code)]
    .map(([code, own]) => {
      const names = [...new Set(own.flatMap(({ product }) => product?.name ?? []))]
      return [t(`flag.${code}`, { defaultValue: code }), names.join(', ')].filter(Boolean).join(': ')
    })
    .join('; ')
}

function ProductLink({ product: { id, name } }: { product: NonNullable<Flag['product']> }) {
  const isAllowed = useMay()
  if (!isAllowed('catalog.view')) return `${name}: `
  const to = `/products/${id}` as '/'
  return (
    <>
      <Anchor inherit renderRoot={(props) => <Link to={to} {...props} />}>
        {name}
      </Anchor>
      {': '}
    </>
  )
}
