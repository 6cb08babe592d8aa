import { Button, Select, TagsInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { ChangeSetCreate } from '#shared/contracts/catalog/change-sets.ts'
import { CounterpartyFilter } from '#shared/contracts/catalog/counterparties.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Chosen } from '../../kinds/list/list-definition.ts'
import { ChangeSetDialog } from '../change-sets/change-set-dialog.tsx'
import { priceTypeOptions } from '../price-types/price-type-options.ts'

type Changes = Extract<z.input<typeof ChangeSetCreate>, { kind: 'counterparties' }>['changes']
const WHAT = [
  'addTags',
  'removeTags',
  'priceTypeId',
  'isSupplier',
  'isCustomer',
  'archive',
  'restore',
] as const
type What = (typeof WHAT)[number]

interface ChosenProps {
  chosen: Chosen
  done: () => void
}

export function ChosenCounterparties({ chosen, done }: ChosenProps) {
  const t = useText()
  const isAllowed = useMay()
  const [isChanging, changing] = useDisclosure(false)
  if (!isAllowed('catalog.update')) return null
  return (
    <>
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={changing.open}>
        {t('products.change')}
      </Button>
      {isChanging && <Dialog chosen={chosen} onClose={changing.close} onDone={done} />}
    </>
  )
}

function Dialog({ chosen, ...closing }: { chosen: Chosen; onClose: () => void; onDone: () => void }) {
  const t = useText()
  const [what, setWhat] = useState<What>('addTags')
  const [changes, setChanges] = useState<Changes | null>(null)
  const target = chosen.query ? { filter: filterOf(chosen.query) } : { ids: [...chosen.ids] }
  return (
    <ChangeSetDialog
      title={t('bulk.titleOfCounterparties', { count: chosen.count })}
      whats={WHAT}
      what={what}
      onWhat={(next) => {
        setWhat(next)
        setChanges(
          next === 'archive' ? { isArchived: true } : next === 'restore' ? { isArchived: false } : null,
        )
      }}
      body={changes && { kind: 'counterparties', ...target, changes }}
      {...closing}
    >
      <Value key={what} what={what} onChange={setChanges} />
    </ChangeSetDialog>
  )
}

function Value({ what, onChange }: { what: What; onChange: (changes: Changes | null) => void }) {
  const t = useText()
  const { data: types = [] } = useQuery(priceTypeOptions)
  const label = t(`bulk.${what}`)
  switch (what) {
    case 'addTags':
    case 'removeTags':
      return (
        <TagsInput
          label={label}
          data-autofocus
          onChange={(tags) => onChange(tags.length > 0 ? { [what]: tags } : null)}
        />
      )
    case 'priceTypeId':
      return (
        <Select
          label={label}
          clearable
          description={t('bulk.noneWhy')}
          data={types.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(priceTypeId) => onChange({ priceTypeId })}
        />
      )
    case 'isSupplier':
    case 'isCustomer':
      return (
        <Select
          label={label}
          data={['true', 'false'].map((value) => ({
            value,
            label: t(`list.${value === 'true' ? 'yes' : 'no'}`),
          }))}
          onChange={(value) => onChange(value === null ? null : { [what]: value === 'true' })}
        />
      )
    case 'archive':
    case 'restore':
      return null
  }
}

/** Converts the query of the list into a filter. Strings from the URL become typed values. */
const filterOf = (query: Record<string, string>): z.input<typeof CounterpartyFilter> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => name in CounterpartyFilter.shape)
      .map(([name, value]) => [name, name.startsWith('is') ? value === 'true' : value]),
  )
