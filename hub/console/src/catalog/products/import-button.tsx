import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'

export function ImportButton() {
  const t = useText()
  const isAllowed = useMay()
  if (!isAllowed('catalog.create') || !isAllowed('catalog.update')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/products/import" {...props} />}
    >
      {t('products.import')}
    </Button>
  )
}
