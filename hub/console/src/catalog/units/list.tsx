import { Button, SegmentedControl } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { DISABLE_UNIT, ENABLE_UNIT, UNITS } from '#shared/contracts/catalog/units-of-measure.ts'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { useText } from '../../i18n/use-text.ts'
import { type Chosen, list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { showDone, showProblem } from '../../shell/messages.ts'

const units = list({
  endpoint: UNITS,
  texts: 'units',
  columns: [
    { id: 'name', sort: 'name', width: 120, cell: ({ name }) => name },
    { id: 'fullName', sort: 'fullName', width: 260, cell: ({ fullName }) => fullName },
    { id: 'code', sort: 'code', width: 100, cell: ({ code }) => code },
    { id: 'isFractional', width: 150, cell: ({ isFractional }) => <YesNo value={isFractional} /> },
    { id: 'nameKk', width: 180, cell: ({ nameKk }) => nameKk },
    { id: 'nameEn', width: 180, cell: ({ nameEn }) => nameEn },
  ],
  actions: () => <Which />,
  bulk: (chosen, done) => <Turn chosen={chosen} done={done} />,
})

/** Returns true when the list shows the units that the organization has not enabled. */
const useIsShowingOthers = (): boolean =>
  useLocation({ select: ({ search }) => (search as Record<string, string>).isEnabled === 'false' })

/** Switches between enabled units and all others. */
function Which() {
  const t = useText()
  const navigate = useNavigate()
  const isOthers = useIsShowingOthers()
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('units.which')}
      data={[
        { value: 'true', label: t('units.enabled') },
        { value: 'false', label: t('units.others') },
      ]}
      value={String(!isOthers)}
      onChange={(isEnabled) =>
        void navigate({ to: '/units', search: isEnabled === 'false' ? { isEnabled } : {} })
      }
    />
  )
}

function Turn({ chosen, done }: { chosen: Chosen; done: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const mayChange = useMay()('catalog.update')
  const isEnabling = useIsShowingOthers()
  const turn = useMutation({
    mutationFn: async () => {
      for (const id of chosen.ids) await call(isEnabling ? ENABLE_UNIT : DISABLE_UNIT, { params: { id } })
    },
    onSuccess: () => {
      showDone(t(isEnabling ? 'units.areEnabled' : 'units.areDisabled', { count: chosen.count }))
      done()
    },
    onError: (error) => showProblem(t, error),
    onSettled: () => client.invalidateQueries({ queryKey: [UNITS.path] }),
  })
  if (!mayChange) return null
  return (
    <Button
      loading={turn.isPending}
      // Disabled when all matches are selected, which would take hundreds of requests.
      disabled={chosen.query !== null}
      onClick={() => turn.mutate()}
    >
      {t(isEnabling ? 'units.enable' : 'units.disable')}
    </Button>
  )
}

export const prepare = prepareList(units)
export const Page = () => <ListPage definition={units} />
