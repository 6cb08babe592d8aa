import { Alert, Button, Checkbox, Loader, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  PLATFORM_CHANNELS,
  type PlatformChannels,
  PlatformChannelsUpdate,
  SETUP_STATUS,
  TEST_SEND,
  UPDATE_PLATFORM_CHANNELS,
} from '#shared/contracts/platform/settings.ts'
import { call, type Given } from '../../api/call.ts'
import { FormConflict } from '../../forms/form-conflict.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useSettingsForm } from '../../forms/use-settings-form.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { Panel, Panels } from '../../kinds/settings/panel.tsx'
import { showProblem } from '../../shell/messages.ts'
import { MailFields } from './mail-fields.tsx'
import { SignOnFields } from './sign-on-fields.tsx'

/** Page of the platform's channels: public address, mail server and single sign-on. */
export function Page() {
  const t = useText()
  const { data } = useQuery({ queryKey: [PLATFORM_CHANNELS.path], queryFn: () => call(PLATFORM_CHANNELS) })
  return (
    <>
      <PageHeader title={t('channels.title')} />
      {data ? <ChannelsForm channels={data} /> : <Loader m="20vh auto" display="block" />}
    </>
  )
}

function ChannelsForm({ channels }: { channels: PlatformChannels }) {
  const t = useText()
  const client = useQueryClient()
  const { sealingKeyId } = channels
  const form = useSettingsForm({
    contract: PlatformChannelsUpdate,
    settings: channels,
    path: PLATFORM_CHANNELS.path,
    bodyOf: ({ updatedAt: _updatedAt, sealingKeyId: _key, ...body }) => body,
    save: async (body: Given<typeof UPDATE_PLATFORM_CHANNELS>['body']) => {
      const saved = await call(UPDATE_PLATFORM_CHANNELS, { body })
      void client.invalidateQueries({ queryKey: [SETUP_STATUS.path] })
      return saved
    },
  })
  const { text, values, set, errors, refusal, isBusy, submit } = form
  return (
    <form onSubmit={submit} noValidate>
      <Panels>
        <RefusalAlert refusal={refusal} />
        <FormConflict
          form={form}
          texts="channels"
          labels={{ publicUrl: t('channels.address'), backedUpKeyId: t('channels.key') }}
        />
        <Panel title={t('channels.address')} text={t('channels.addressWhy')}>
          <TextInput
            aria-label={t('channels.address')}
            placeholder={t('channels.addressIfEmpty')}
            {...text('publicUrl')}
          />
        </Panel>
        <Panel title={t('channels.mail')} text={t('channels.mailWhy')}>
          <MailFields form={form} />
          {channels.mail && <TestSend />}
        </Panel>
        <Panel title={t('channels.signOn')} text={t('channels.signOnWhy')}>
          <SignOnFields form={form} />
        </Panel>
        <Panel title={t('channels.messenger')} text={t('channels.messengerWhy')}>
          <PasswordField
            label={t('channels.messengerToken')}
            description={t('channels.secretWhy')}
            autoComplete="off"
            error={errors.messengerToken}
            value={(values.messengerToken as string | null) ?? ''}
            onChange={({ currentTarget }) => set('messengerToken', currentTarget.value)}
          />
          {channels.messengerToken !== null && (
            <div>
              <Button
                variant="default"
                disabled={values.messengerToken === null}
                onClick={() => set('messengerToken', null)}
              >
                {t('channels.messengerOff')}
              </Button>
            </div>
          )}
        </Panel>
        <Panel title={t('channels.key')} text={t('channels.keyWhy')}>
          <Checkbox
            label={t('channels.keyKept', { key: sealingKeyId })}
            error={errors.backedUpKeyId}
            checked={values.backedUpKeyId === sealingKeyId}
            onChange={({ currentTarget }) =>
              set('backedUpKeyId', currentTarget.checked ? sealingKeyId : null)
            }
          />
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

/** Button that sends a test email through the saved server, not the entered one. */
function TestSend() {
  const t = useText()
  const test = useMutation({
    mutationFn: () => call(TEST_SEND, { timeoutMs: 60_000 }),
    onError: (error) => showProblem(t, error),
  })
  return (
    <div>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t('channels.test')}
      </Button>
      {test.data && (
        <Alert color="teal" mt="sm" role="status">
          {t('channels.tested', { to: test.data.to })}
        </Alert>
      )}
    </div>
  )
}
