import { Button } from '@mantine/core'
import { IconPencil, IconReceipt2, IconTag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MAX_LISTED_IDS } from '#shared/contracts/common.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Chosen } from '../../kinds/list/list-definition.ts'
import { BulkDialog, type What } from './bulk-dialog.tsx'

interface ChosenProductsProps {
  chosen: Chosen
  done: () => void
}

export function ChosenProducts({ chosen, done }: ChosenProductsProps) {
  const t = useText()
  const isAllowed = useMay()
  const [changing, setChanging] = useState<What | null>(null)
  return (
    <>
      <LabelsButton chosen={chosen} />
      {isAllowed('catalog.update') && (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setChanging('productGroupId')}
          >
            {t('products.change')}
          </Button>
          <Button leftSection={<IconReceipt2 size={16} aria-hidden />} onClick={() => setChanging('prices')}>
            {t('products.changePrices')}
          </Button>
        </>
      )}
      {changing && (
        <BulkDialog chosen={chosen} initial={changing} onClose={() => setChanging(null)} onDone={done} />
      )}
    </>
  )
}

function LabelsButton({ chosen }: Pick<ChosenProductsProps, 'chosen'>) {
  const t = useText()
  const common = { variant: 'default', leftSection: <IconTag size={16} aria-hidden /> }
  if (chosen.count > MAX_LISTED_IDS)
    return (
      <Button {...common} disabled title={t('products.labelsTooMany', { most: MAX_LISTED_IDS })}>
        {t('products.labels')}
      </Button>
    )
  const search = chosen.query ?? { ids: chosen.ids.join(',') }
  return (
    <Button {...common} renderRoot={(props) => <Link to="/price-labels" search={search} {...props} />}>
      {t('products.labels')}
    </Button>
  )
}
