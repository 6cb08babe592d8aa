import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../api/may.ts'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ROLE } from '../../organization/references.ts'
import { Dialog } from '../../shell/dialog.tsx'
import type { Audience, SavedView, ViewValues } from './saved-views.ts'

interface ViewDialogProps {
  /** The one that is changed; undefined: a new one. */
  saved: SavedView | undefined
  onClose: () => void
  onSave: (values: Omit<ViewValues, 'value'>) => void
}

/** What a view is called and whom it is for. */
export function ViewDialog({ saved, onClose, onSave }: ViewDialogProps) {
  const t = useText()
  const isAllowed = useMay()
  const [name, setName] = useState(saved?.name ?? '')
  const [audience, setAudience] = useState<Audience>(saved?.audience ?? 'me')
  const [roleId, setRoleId] = useState(saved?.roleId ?? null)
  const [isDefault, setDefault] = useState(saved?.isDefault ?? false)
  const [isTried, setTried] = useState(false)
  const lacksName = !name.trim()
  const lacksRole = audience === 'role' && !roleId
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (lacksName || lacksRole) return
    onSave({
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
          <TextInput
            label={t('list.viewName')}
            maxLength={255}
            data-autofocus
            value={name}
            error={isTried && lacksName && t('fault.required')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {isAllowed('organization.share_views') && (
            <Radio.Group
              label={t('list.viewFor')}
              value={audience}
              onChange={(next) => setAudience(next as Audience)}
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
              onChange={setRoleId}
              error={isTried && lacksRole && t('fault.required')}
            />
          )}
          {audience === 'me' && (
            <Checkbox
              label={t('list.viewIsDefault')}
              checked={isDefault}
              onChange={(event) => setDefault(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          <Button type="submit">{t('record.save')}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
