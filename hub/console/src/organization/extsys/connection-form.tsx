import { Alert, Group, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  EXTSYS_SETTINGS,
  EXTSYS_STATUS,
  type ExtsysSettings,
  ExtsysSettingsUpdate,
  TEST_EXTSYS,
  UPDATE_EXTSYS_SETTINGS,
} from '#shared/contracts/organization/extsys.ts'
import { call, type Given } from '../../api/call.ts'
import { FormConflict } from '../../forms/form-conflict.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useSettingsForm } from '../../forms/use-settings-form.ts'
import { useText } from '../../i18n/use-text.ts'
import { Panel } from '../../kinds/settings/panel.tsx'
import { ActionButton, useWhyNot } from '../../shell/action-button.tsx'

/** Form for the hub's credentials at the external system, with a connection test. */
export function ConnectionForm({ settings }: { settings: ExtsysSettings }) {
  const t = useText()
  const client = useQueryClient()
  const why = useWhyNot()('organization.update')
  const isReadOnly = why !== undefined
  const form = useSettingsForm({
    contract: ExtsysSettingsUpdate,
    settings,
    path: EXTSYS_SETTINGS.path,
    bodyOf: ({ version, authKind, login, secret }) => ({
      version,
      authKind,
      login,
      secret: secret ?? undefined,
    }),
    save: async (body: Given<typeof UPDATE_EXTSYS_SETTINGS>['body']) => {
      const saved = await call(UPDATE_EXTSYS_SETTINGS, { body })
      await client.invalidateQueries({ queryKey: [EXTSYS_STATUS.path] })
      return saved
    },
  })
  const test = useMutation({
    mutationFn: () => call(TEST_EXTSYS),
  })
  const { text, values, set, refusal, isBusy, submit } = form
  const isBasic = values.authKind === 'Basic'
  return (
    <form onSubmit={submit} noValidate>
      <Panel title={t('extsys.connection')} text={t('extsys.connectionWhy')}>
        <RefusalAlert refusal={refusal} />
        <FormConflict
          form={form}
          texts="extsys"
          labels={{ secret: t(isBasic ? 'extsys.password' : 'extsys.token') }}
        />
        <Select
          label={t('extsys.authKind')}
          allowDeselect={false}
          readOnly={isReadOnly}
          data={['Token', 'Basic'].map((value) => ({ value, label: t(`extsys.${value}`) }))}
          value={values.authKind as string}
          onChange={(kind) => {
            set('authKind', kind)
            if (kind === 'Token') set('login', null)
          }}
        />
        {isBasic && (
          <TextInput
            label={t('extsys.login')}
            placeholder="admin@company"
            autoComplete="off"
            readOnly={isReadOnly}
            {...text('login')}
          />
        )}
        <PasswordField
          label={t(isBasic ? 'extsys.password' : 'extsys.token')}
          description={t(isBasic ? 'extsys.passwordWhy' : 'extsys.tokenWhy')}
          autoComplete="new-password"
          readOnly={isReadOnly}
          {...text('secret')}
        />
        <Group>
          <ActionButton type="submit" loading={isBusy} whyNot={why}>
            {t('record.save')}
          </ActionButton>
          <ActionButton
            variant="default"
            loading={test.isPending}
            whyNot={why ?? (settings.secret === null ? t('extsys.saveFirst') : undefined)}
            onClick={() => test.mutate()}
          >
            {t('extsys.test')}
          </ActionButton>
        </Group>
        <RefusalAlert refusal={test.error} />
        {test.data && (
          <Alert color="teal" role="status">
            {t('extsys.works', { name: test.data.employeeName })}
          </Alert>
        )}
      </Panel>
    </form>
  )
}
