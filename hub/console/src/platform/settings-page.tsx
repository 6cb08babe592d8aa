import { Button, Loader, NumberInput, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  PLATFORM_SETTINGS,
  type PlatformSettings,
  PlatformSettingsUpdate,
  UPDATE_PLATFORM_SETTINGS,
} from '#shared/contracts/platform/settings.ts'
import { call, type Given } from '../api/call.ts'
import { FormConflict } from '../forms/form-conflict.tsx'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useSettingsForm } from '../forms/use-settings-form.ts'
import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../kinds/page-header.tsx'
import { Panel, Panels } from '../kinds/settings/panel.tsx'

/** Page of the platform's settings. */
export function Page() {
  const t = useText()
  const { data } = useQuery({ queryKey: [PLATFORM_SETTINGS.path], queryFn: () => call(PLATFORM_SETTINGS) })
  return (
    <>
      <PageHeader title={t('platformSettings.title')} />
      {data ? <RulesForm settings={data} /> : <Loader m="20vh auto" display="block" />}
    </>
  )
}

const LIMITS = ['maxRetailPoints', 'maxProducts', 'maxRequestsPerMinute'] as const

function RulesForm({ settings }: { settings: PlatformSettings }) {
  const t = useText()
  const form = useSettingsForm({
    contract: PlatformSettingsUpdate,
    settings,
    path: PLATFORM_SETTINGS.path,
    bodyOf: ({ updatedAt: _updatedAt, ...body }) => body,
    save: (body: Given<typeof UPDATE_PLATFORM_SETTINGS>['body']) => call(UPDATE_PLATFORM_SETTINGS, { body }),
  })
  const { text, values, set, errors, refusal, isBusy, submit } = form
  return (
    <form onSubmit={submit} noValidate>
      <Panels>
        <RefusalAlert refusal={refusal} />
        <FormConflict form={form} texts="platformSettings" />
        <Panel title={t('platformSettings.signUp')}>
          <Select
            aria-label={t('platformSettings.signUp')}
            allowDeselect={false}
            data={['Open', 'Invitation'].map((value) => ({ value, label: t(`platformSettings.${value}`) }))}
            value={values.signUp as string}
            onChange={(signUp) => set('signUp', signUp)}
          />
        </Panel>
        <Panel title={t('platformSettings.limits')} text={t('platformSettings.limitsWhy')}>
          {LIMITS.map((name) => (
            <NumberInput
              key={name}
              label={t(`platformSettings.${name}`)}
              min={1}
              error={errors[name]}
              value={(values[name] as number | null) ?? ''}
              onChange={(limit) => set(name, limit === '' ? null : Number(limit))}
            />
          ))}
        </Panel>
        <Panel title={t('platformSettings.maintenanceNote')} text={t('platformSettings.maintenanceNoteWhy')}>
          <Textarea aria-label={t('platformSettings.maintenanceNote')} {...text('maintenanceNote')} />
        </Panel>
        <div>
          <Button type="submit" loading={isBusy}>
            {t('record.save')}
          </Button>
        </div>
      </Panels>
    </form>
  )
}
