import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../api/may.ts'
import { NameOf } from '../../catalog/name-of.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { Conflict } from '../../forms/conflict.tsx'
import { isMerged } from '../../forms/form-errors.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useEdited } from '../../forms/use-edited.ts'
import { useText } from '../../i18n/use-text.ts'
import { ROLE } from '../../organization/references.ts'
import { Dialog } from '../../shell/dialog.tsx'
import type { Audience, SavedView, ViewValues } from './saved-views.ts'

interface ViewDialogProps {
  /** View to edit, or undefined for a new one. */
  saved: SavedView | undefined
  onClose: () => void
  onSave: (saved: SavedView | undefined, values: Omit<ViewValues, 'value'>) => Promise<void>
}

const AUDIENCES = { me: 'viewForMe', everybody: 'viewForEverybody', role: 'viewForRole' } as const
const LABELS = {
  name: 'viewName',
  audience: 'viewFor',
  roleId: 'viewRole',
  isDefault: 'viewIsDefault',
} as const

/** Dialog for the name and audience of a view. */
export function ViewDialog({ saved, onClose, onSave }: ViewDialogProps) {
  const t = useText()
  const isAllowed = useMay()
  const edited = useEdited(
    {
      name: saved?.name ?? '',
      audience: saved?.audience ?? 'me',
      roleId: saved?.roleId ?? null,
      isDefault: saved?.isDefault ?? false,
    },
    saved?.version,
  )
  const { set } = edited
  const { name, audience, roleId, isDefault } = edited.values as Omit<ViewValues, 'value'>
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: (values: Omit<ViewValues, 'value'>) => onSave(saved, values),
    onSuccess: onClose,
  })
  const lacksName = !name.trim()
  const lacksRole = audience === 'role' && !roleId
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (lacksName || lacksRole) return
    save.mutate({
      name: name.trim(),
      isDefault: isDefault && audience === 'me',
      audience,
      roleId: audience === 'role' ? roleId : null,
    })
  }
  return (
    <Dialog onClose={onClose} title={t(saved ? 'list.editView' : 'list.saveAsView')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <RefusalAlert refusal={isMerged(save.error, edited.version) ? null : save.error} />
          <Conflict
            {...edited}
            labelOf={(member) => t(`list.${LABELS[member as keyof typeof LABELS]}`)}
            show={(member, value) => {
              if (member === 'audience') return t(`list.${AUDIENCES[value as Audience]}`)
              if (member === 'roleId') return <NameOf to={ROLE} id={value as string | null} />
              return member === 'isDefault' ? t(value ? 'list.yes' : 'list.no') : String(value)
            }}
            onChoose={set}
            onClose={edited.settle}
          />
          <TextInput
            label={t('list.viewName')}
            maxLength={255}
            data-autofocus
            value={name}
            error={isTried && lacksName && t('fault.required')}
            onChange={(event) => set('name', event.currentTarget.value)}
          />
          {isAllowed('organization.share_views') && (
            <Radio.Group
              label={t('list.viewFor')}
              value={audience}
              onChange={(next) => set('audience', next)}
            >
              <Stack gap={8} mt={6}>
                <Radio value="me" label={t('list.viewForMe')} />
                <Radio value="everybody" label={t('list.viewForEverybody')} />
                {isAllowed('employees.view') && <Radio value="role" label={t('list.viewForRole')} />}
              </Stack>
            </Radio.Group>
          )}
          {audience === 'role' && isAllowed('employees.view') && (
            <ReferenceSelect
              label={t('list.viewRole')}
              to={ROLE}
              value={roleId}
              onChange={(id) => set('roleId', id)}
              error={isTried && lacksRole && t('fault.required')}
            />
          )}
          {audience === 'me' && (
            <Checkbox
              label={t('list.viewIsDefault')}
              checked={isDefault}
              onChange={(event) => set('isDefault', event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('record.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
