import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../page-header.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Grid } from './grid.tsx'
import classes from './list.module.css'
import { ListBar } from './list-bar.tsx'
import type { Chosen, ListDefinition } from './list-definition.ts'
import type { ListEndpoint } from './list-endpoint.ts'
import { ReadAgain } from './read-again.tsx'
import { useTotal } from './rows.ts'
import { SelectionBar } from './selection-bar.tsx'
import { readView, type View, writeView } from './view.ts'

/** Page of a list, with filters, sorting, saved views, export and bulk changes. */
export function ListPage<Some extends ListEndpoint>({ definition }: { definition: ListDefinition<Some> }) {
  const t = useText()
  const format = useFormat()
  const isAllowed = useMay()
  const navigate = useNavigate()
  const search = useLocation({ select: (location) => location.search }) as Record<string, string>
  const view = useMemo(() => readView(definition as ListDefinition, search), [definition, search])
  const total = useTotal(definition as ListDefinition, view)
  const [chosen, setChosen] = useState<Chosen>(NOTHING)
  const show = (next: View, isAnother: boolean): void => {
    if (isAnother) setChosen(NOTHING)
    const isTypedOn = next.query.search !== undefined && view.query.search !== undefined
    const replace = !isAnother || (isTypedOn && next.query.search !== view.query.search)
    void navigate({ to: '.', search: writeView(next) as never, replace, resetScroll: false })
  }
  const { create } = definition
  return (
    <div className={classes.page}>
      <PageHeader
        title={t(`${definition.texts}.title`)}
        beside={total !== undefined && <span className={classes.total}>{format.number(total)}</span>}
      >
        {definition.actions?.()}
        {definition.export && isAllowed(definition.export.may) && (
          <ExportMenu endpoint={definition.export.endpoint} query={view.query} />
        )}
        {create && isAllowed(create.may) && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link to={create.to} {...props} />}
          >
            {t(`${definition.texts}.new`)}
          </Button>
        )}
      </PageHeader>
      <ListBar
        definition={definition as ListDefinition}
        view={view}
        onChange={(next) => show(next, true)}
        end={<ReadAgain definition={definition as ListDefinition} view={view} />}
      />
      <Grid definition={definition} view={view} chosen={chosen} onChoose={setChosen} onChange={show} />
      {definition.bulk && chosen.count > 0 && (
        <SelectionBar chosen={chosen} total={total} query={view.query} onChoose={setChosen}>
          {definition.bulk(chosen, () => setChosen(NOTHING))}
        </SelectionBar>
      )}
    </div>
  )
}

const NOTHING: Chosen = { ids: [], query: null, count: 0 }
