import { Button } from '@mantine/core'
import { IconCalculator } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PRODUCTS, type Product, RECALCULATE_RETAIL } from '#shared/contracts/catalog/products.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { showDone, showProblem } from '../../shell/messages.ts'
import { LabelsButton } from './labels-button.tsx'

export function ProductActions({ product }: { product: Product }) {
  const t = useText()
  const { money } = useFormat()
  const client = useQueryClient()
  const mayChange = useMay()('catalog.update')
  const recalculate = useMutation({
    mutationFn: () => call(RECALCULATE_RETAIL, { params: { id: product.id } }),
    onSuccess: (changed) => {
      showDone(t('products.recalculated', { price: money(changed.retailPrice) }))
      return client.invalidateQueries({ queryKey: [PRODUCTS.base] })
    },
    onError: (error) => showProblem(t, error),
  })
  return (
    <>
      <LabelsButton search={{ ids: product.id }} count={1} />
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconCalculator size={16} aria-hidden />}
          loading={recalculate.isPending}
          onClick={() => recalculate.mutate()}
        >
          {t('products.recalculate')}
        </Button>
      )}
    </>
  )
}
