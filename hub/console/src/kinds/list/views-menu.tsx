import { Badge, Button, Menu, Text } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { showProblem } from '../../shell/messages.ts'
import classes from './list.module.css'
import type { Viewed } from './list-definition.ts'
import { deleteView, type SavedView, saveView, useSavedViews, type ViewValues } from './saved-views.ts'
import { PLAIN, readView, type View, writeView } from './view.ts'
import { ViewDialog } from './view-dialog.tsx'

interface ViewsMenuProps {
  definition: Viewed
  view: View
  onChange: (view: View) => void
}

/**
 * Menu of the saved views of a list. A list can open with one of them. A changed view is marked as such and
 * saved only on request.
 */
export function ViewsMenu({ definition, view, onChange }: ViewsMenuProps) {
  const t = useText()
  const key = definition.endpoint.path
  const { views, reload } = useSavedViews(key)
  const current = views.find(({ id }) => id === view.preset)
  const first = views.find(({ isDefault }) => isDefault)
  const isBare = Object.keys(writeView(view)).length === 0
  const navigate = useNavigate()
  useEffect(() => {
    if (!first || !isBare) return
    const search = { ...first.value, view: first.id } as never
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }, [first, isBare, navigate])
  const [dialog, setDialog] = useState<{ saved: SavedView | undefined } | null>(null)
  const mutation = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: reload,
    onError: (error) => showProblem(t, error),
  })
  const value = keptOf(view)
  const isChanged = current !== undefined && JSON.stringify(current.value) !== JSON.stringify(value)
  const open = (saved: SavedView): void =>
    onChange({ ...readView(definition, saved.value), preset: saved.id, page: 1 })
  const saveAs = async (saved: SavedView | undefined, values: ViewValues): Promise<void> => {
    const id = await saveView(key, saved, values)
    if (id !== view.preset) onChange({ ...view, preset: id })
    await reload()
  }
  const save = (saved: SavedView | undefined, values: ViewValues): void =>
    mutation.mutate(() => saveAs(saved, values))

  return (
    <>
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          <Button
            variant="default"
            className={classes.views}
            classNames={{ label: classes.viewsName }}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={
              <>
                {isChanged && (
                  <Badge mr={8} size="xs" variant="light">
                    {t('list.viewChanged')}
                  </Badge>
                )}
                <IconChevronDown size={14} aria-hidden />
              </>
            }
          >
            {current?.name ?? t(definition.plainView ?? 'list.allRows')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.viewsMenu}>
          <Menu.Item
            onClick={() =>
              onChange({ query: {}, columns: null, widths: {}, preset: first ? PLAIN : null, page: 1 })
            }
          >
            {t(definition.plainView ?? 'list.allRows')}
          </Menu.Item>
          {groupsOf(views).map(([{ audience, roleName }, ofGroup]) => (
            <Fragment key={`${audience} ${roleName}`}>
              <Menu.Label>{t(`list.views_${audience}`, { role: roleName })}</Menu.Label>
              {ofGroup.map((saved) => (
                <Menu.Item key={saved.id} onClick={() => open(saved)}>
                  {saved.name}
                  {saved.author && (
                    <Text size="xs" c="dimmed">
                      {saved.author}
                    </Text>
                  )}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
          <Menu.Divider />
          {current && isChanged && (
            <>
              {current.mayChange && (
                <Menu.Item
                  leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                  onClick={() => save(current, { ...current, value })}
                >
                  {t('list.saveView', { name: current.name })}
                </Menu.Item>
              )}
              <Menu.Item onClick={() => open(current)}>{t('list.discardView')}</Menu.Item>
            </>
          )}
          <Menu.Item onClick={() => setDialog({ saved: undefined })}>{t('list.saveAsView')}</Menu.Item>
          {current?.mayChange && (
            <>
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setDialog({ saved: current })}
              >
                {t('list.editView')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() =>
                  mutation.mutate(async () => {
                    await deleteView(current)
                    onChange({ ...view, preset: PLAIN })
                  })
                }
              >
                {t('list.deleteView', { name: current.name })}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <ViewDialog
          saved={dialog.saved && (views.find(({ id }) => id === dialog.saved?.id) ?? dialog.saved)}
          onClose={() => setDialog(null)}
          onSave={(saved, values) => saveAs(saved, { ...values, value: saved?.value ?? value })}
        />
      )}
    </>
  )
}

/** Returns the part of a view that is stored, without scroll position and original view. */
const keptOf = (view: View): Record<string, string> => writeView({ ...view, preset: null, page: 1 })

const ORDER = ['me', 'everybody', 'role'] as const

/** Groups the views: the user's own, everybody's, and those of each role. */
function groupsOf(views: readonly SavedView[]): [first: SavedView, ofGroup: SavedView[]][] {
  const groups = Map.groupBy(
    views,
    ({ audience, roleName }) => `${ORDER.indexOf(audience)} ${roleName ?? ''}`,
  )
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, [first, ...more]]) => (first ? [[first, [first, ...more]] as [SavedView, SavedView[]]] : []))
}
