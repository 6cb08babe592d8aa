import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconTag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { MAX_LISTED_IDS } from '#shared/contracts/common.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Chosen } from '../../kinds/list/list-definition.ts'
import { BulkDialog } from './bulk-dialog.tsx'

interface ChosenProductsProps {
  chosen: Chosen
  done: () => void
}

export function ChosenProducts({ chosen, done }: ChosenProductsProps) {
  const t = useText()
  const isAllowed = useMay()
  const [isChanging, changing] = useDisclosure(false)
  return (
    <>
      <LabelsButton chosen={chosen} />
      {isAllowed('catalog.update') && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={changing.open}>
          {t('products.change')}
        </Button>
      )}
      {isChanging && <BulkDialog chosen={chosen} onClose={changing.close} onDone={done} />}
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
