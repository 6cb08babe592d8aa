import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CREATE_RETURN, RETAIL, type RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { showProblem } from '../shell/messages.ts'

/** Makes a draft of what is left of a receipt, and opens it. */
export function CreateReturn({ sale: { id, status } }: { sale: Pick<RetailSale, 'id' | 'status'> }) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isAllowed = useMay()
  const isPosted = status === 'Posted'
  const create = useMutation({
    mutationFn: () => call(CREATE_RETURN, { params: { id } }),
    onSuccess: async (made) => {
      client.setQueryData([RETAIL.base, 'one', made.id], made)
      void client.invalidateQueries({ queryKey: [RETAIL.base, 'list'] })
      await navigate({ to: `/sales/${made.id}` })
    },
    onError: (error) => showProblem(t, error),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      disabled={!isPosted || !isAllowed('sales.create')}
      title={isPosted ? undefined : t('retailSales.postFirst')}
      loading={create.isPending}
      onClick={() => create.mutate()}
    >
      {t('retailSales.createReturn')}
    </Button>
  )
}
