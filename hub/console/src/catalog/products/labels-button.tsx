import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { MAX_LISTED_IDS } from '#shared/contracts/common.ts'
import { useText } from '../../i18n/use-text.ts'

interface LabelsButtonProps {
  /** Products whose labels are printed, as URL parameters of the product list. */
  search: Record<string, string>
  count: number
}

/** Button that opens the page of price labels. */
export function LabelsButton({ search, count }: LabelsButtonProps) {
  const t = useText()
  const common = { variant: 'default', leftSection: <IconTag size={16} aria-hidden /> }
  if (count > MAX_LISTED_IDS)
    return (
      <Button {...common} disabled title={t('products.labelsTooMany', { most: MAX_LISTED_IDS })}>
        {t('products.labels')}
      </Button>
    )
  return (
    <Button {...common} renderRoot={(props) => <Link to="/price-labels" search={search} {...props} />}>
      {t('products.labels')}
    </Button>
  )
}
