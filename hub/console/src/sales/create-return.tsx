import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CREATE_RETURN, RETAIL, type RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { showProblem } from '../shell/messages.ts'

/** Button that creates a draft return of everything on a receipt that was not returned yet, and opens it. */
export function CreateReturn({ sale: { id, status } }: { sale: Pick<RetailSale, 'id' | 'status'> }) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const whyNot = useWhyNot()
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
    <ActionButton
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      whyNot={whyNot('sales.create') ?? (isPosted ? undefined : t('retailSales.postFirst'))}
      loading={create.isPending}
      onClick={() => create.mutate()}
    >
      {t('retailSales.createReturn')}
    </ActionButton>
  )
}
