import { Badge, Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  CREATE_PRESET,
  DELETE_PRESET,
  PRESETS,
  type Preset,
  UPDATE_PRESET,
} from '#shared/contracts/account/presets.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import { showProblem } from '../../shell/messages.ts'
import type { ListDefinition } from './list-definition.ts'
import { readView, type View, writeView } from './view.ts'

interface ViewsMenuProps {
  definition: ListDefinition
  view: View
  onChange: (view: View) => void
}

/** Saved ways to look at a list. Nothing is saved by looking: a view that was changed says so, and is saved on purpose. */
export function ViewsMenu({ definition, view, onChange }: ViewsMenuProps) {
  const t = useText()
  const client = useQueryClient()
  const key = definition.endpoint.path
  const queryKey = [PRESETS.path, key]
  const { data } = useQuery({ queryKey, queryFn: () => call(PRESETS, { query: { key } }) })
  const presets = data?.items ?? []
  const current = presets.find(({ id }) => id === view.preset)
  const [isNaming, naming] = useDisclosure(false)
  const mutation = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error) => showProblem(t, error),
  })
  const value = keptOf(view)
  const isChanged = current !== undefined && JSON.stringify(current.value) !== JSON.stringify(value)
  const open = (preset: Preset): void =>
    onChange({ ...readView(definition, preset.value as Record<string, string>), preset: preset.id, page: 1 })

  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {current?.name ?? t('list.allRows')}
            {isChanged && (
              <Badge ml={8} size="xs" variant="light">
                {t('list.viewChanged')}
              </Badge>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => onChange({ query: {}, columns: null, widths: {}, preset: null, page: 1 })}
          >
            {t('list.allRows')}
          </Menu.Item>
          {presets.map((preset) => (
            <Menu.Item key={preset.id} onClick={() => open(preset)}>
              {preset.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {current && isChanged && (
            <>
              <Menu.Item
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                onClick={() =>
                  mutation.mutate(() =>
                    call(UPDATE_PRESET, {
                      params: { id: current.id },
                      body: { version: current.version, key, name: current.name, isDefault: false, value },
                    }),
                  )
                }
              >
                {t('list.saveView', { name: current.name })}
              </Menu.Item>
              <Menu.Item onClick={() => open(current)}>{t('list.discardView')}</Menu.Item>
            </>
          )}
          <Menu.Item onClick={naming.open}>{t('list.saveAsView')}</Menu.Item>
          {current && (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                mutation.mutate(() => call(DELETE_PRESET, { params: { id: current.id } }))
                onChange({ ...view, preset: null })
              }}
            >
              {t('list.deleteView', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameView
        isOpen={isNaming}
        onClose={naming.close}
        onName={(name) => {
          naming.close()
          mutation.mutate(async () => {
            const made = await call(CREATE_PRESET, { body: { key, name, value } })
            onChange({ ...view, preset: made.id })
          })
        }}
      />
    </>
  )
}

/** What is kept of a view: neither where one has scrolled to nor the view it began as. */
const keptOf = (view: View): Record<string, string> => writeView({ ...view, preset: null, page: 1 })

interface NameViewProps {
  isOpen: boolean
  onClose: () => void
  onName: (name: string) => void
}

function NameView({ isOpen, onClose, onName }: NameViewProps) {
  const t = useText()
  const [name, setName] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim()) onName(name.trim())
    setName('')
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('list.saveAsView')}>
      <form onSubmit={submit}>
        <TextInput
          label={t('list.viewName')}
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          <Button type="submit">{t('record.save')}</Button>
        </Group>
      </form>
    </Modal>
  )
}
