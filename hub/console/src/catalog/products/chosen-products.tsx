import { Button } from '@mantine/core'
import { IconPencil, IconReceipt2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Chosen } from '../../kinds/list/list-definition.ts'
import { BulkDialog, type What } from './bulk-dialog.tsx'
import { LabelsButton } from './labels-button.tsx'

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
      <LabelsButton search={chosen.query ?? { ids: chosen.ids.join(',') }} count={chosen.count} />
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
