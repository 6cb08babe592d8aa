import { Alert, Button, Code, Group, Loader, Select, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import {
  BIND_MESSENGER,
  MESSENGER_STATUS,
  MessengerBind,
  type MessengerBound,
  MessengerLanguage,
  type MessengerStatus,
  TEST_MESSENGER,
  UNBIND_MESSENGER,
} from '#shared/contracts/organization/messenger.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { LANGUAGE_NAMES } from '#shared/ui/i18n/language.ts'
import { call, type Given } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { TimeSelect } from '../fields/time-select.tsx'
import { FormConflict } from '../forms/form-conflict.tsx'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useSettingsForm } from '../forms/use-settings-form.ts'
import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../kinds/page-header.tsx'
import { Panel, Panels } from '../kinds/settings/panel.tsx'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { showDone, showProblem } from '../shell/messages.ts'
import { useUnproved } from '../shell/use-unproved.ts'

const QrCode = lazy(async () => ({ default: (await import('../fields/qr-code.tsx')).QrCode }))

const LOOK_MS = 2000
type Link = NonNullable<MessengerBound['link']>

/** Page of the chat that receives notifications, and of the events to send there. */
export function Page() {
  const t = useText()
  const [link, setLink] = useState<Link | null>(null)
  const { data: status } = useQuery({
    queryKey: [MESSENGER_STATUS.path],
    queryFn: () => call(MESSENGER_STATUS),
    refetchInterval: ({ state }) => (state.data?.state === 'Waiting' ? LOOK_MS : false),
  })
  return (
    <>
      <PageHeader title={t('messenger.title')} />
      {status ? (
        <Panels>
          <ChatPanel status={status} link={status.state === 'Waiting' ? link : null} />
          <NoticesForm status={status} onLink={setLink} />
        </Panels>
      ) : (
        <Loader m="20vh auto" display="block" />
      )}
    </>
  )
}

function ChatPanel({ status, link }: { status: MessengerStatus; link: Link | null }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const mayChange = useMay()('organization.update')
  const { state, chatName, boundAt, boundByName, lastSentAt, trouble } = status
  const shared = {
    onSettled: () => client.invalidateQueries({ queryKey: [MESSENGER_STATUS.path] }),
    onError: (error: unknown) => showProblem(t, error),
  }
  const unbind = useMutation({
    ...shared,
    mutationFn: () => call(UNBIND_MESSENGER),
    onSuccess: () => showDone(t('messenger.unbound')),
  })
  const test = useMutation({
    ...shared,
    mutationFn: () => call(TEST_MESSENGER),
    onSuccess: () => showDone(t('messenger.tested')),
  })
  const isLost = state === 'NoBot' || state === 'Stopped' || state === 'Blocked'
  return (
    <Panel title={t('messenger.chat')} text={t('messenger.why')}>
      <Alert color={state === 'Bound' ? 'teal' : isLost ? 'orange' : 'blue'} role="status">
        {t(`messenger.${state}`, { chat: chatName ?? '' })}
      </Alert>
      {trouble && (
        <Alert color="red" role="alert">
          {t(`messenger.trouble${trouble.cause}`, {
            since: trouble.since ? format.dateTime(trouble.since) : '',
            said: trouble.said ?? '',
          })}
        </Alert>
      )}
      {boundAt && (
        <Text size="sm">
          {t('messenger.since', {
            at: format.dateTime(boundAt),
            name: boundByName ?? '–',
            last: lastSentAt ? format.dateTime(lastSentAt) : t('messenger.never'),
          })}
        </Text>
      )}
      {link ? (
        <LinkToBot link={link} />
      ) : (
        state !== 'Bound' && state !== 'NoBot' && <Text size="sm">{t('messenger.bindWhy')}</Text>
      )}
      {mayChange && state === 'Bound' && (
        <Group>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t('messenger.test')}
          </Button>
          <Button variant="outline" color="red" loading={unbind.isPending} onClick={() => unbind.mutate()}>
            {t('messenger.unbind')}
          </Button>
        </Group>
      )}
    </Panel>
  )
}

function LinkToBot({ link }: { link: Link }) {
  const t = useText()
  const format = useFormat()
  const until = format.dateTime(link.expiresAt)
  // The user requested the panel from the end of the form, so scroll to it.
  const show = useCallback((panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'center' }), [])
  return (
    <Group ref={show} align="center" gap="lg">
      <Suspense fallback={<Loader />}>
        <QrCode text={link.url} label={t('messenger.qr')} />
      </Suspense>
      <Stack flex={1} miw={200} gap="sm">
        <Text size="sm">{t('messenger.linkWhy')}</Text>
        <div>
          <Button component="a" href={link.url} target="_blank" rel="noreferrer">
            {t('messenger.link')}
          </Button>
        </div>
        <Text size="sm">{t('messenger.expires', { until })}</Text>
        <Code>{`/start ${link.code}`}</Code>
      </Stack>
    </Group>
  )
}

const FLAGS = ['lowStock', 'shiftClosed', 'largeReturn', 'tillSilent', 'fiscalStuck', 'digest'] as const

const BODY = [
  ...FLAGS,
  ...(['language', 'largeReturnFrom', 'digestAt', 'quietFrom', 'quietTo'] as const),
] as const
const bodyOf = (status: MessengerStatus) => ({
  version: status.version,
  ...Object.fromEntries(BODY.map((name) => [name, status[name]])),
})

function NoticesForm({ status, onLink }: { status: MessengerStatus; onLink: (link: Link | null) => void }) {
  const t = useText()
  const whyNot = useWhyNot()('organization.update')
  const isReadOnly = whyNot !== undefined
  const form = useSettingsForm({
    contract: MessengerBind,
    settings: status,
    path: MESSENGER_STATUS.path,
    bodyOf,
    save: async (body: Given<typeof BIND_MESSENGER>['body']) => {
      const { link, ...bound } = await call(BIND_MESSENGER, { body })
      onLink(link)
      return bound
    },
  })
  const { values, set, errors, refusal, isBusy, submit } = form
  const unproved = useUnproved()
  const cannot = whyNot ?? unproved ?? (status.state === 'NoBot' ? t('messenger.NoBot') : undefined)
  const time = (name: 'digestAt' | 'quietFrom' | 'quietTo') => (
    <TimeSelect
      label={t(`messenger.${name}`)}
      clearable={name !== 'digestAt'}
      allowDeselect={name !== 'digestAt'}
      readOnly={isReadOnly}
      error={errors[name]}
      value={values[name] as string | null}
      onChange={(at) => set(name, at)}
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Panels>
        <RefusalAlert refusal={refusal} />
        <FormConflict form={form} texts="messenger" />
        <Panel title={t('messenger.what')}>
          {FLAGS.map((name) => (
            <Switch
              key={name}
              label={t(`messenger.${name}`)}
              description={t(`messenger.${name}Why`)}
              disabled={isReadOnly}
              error={errors[name]}
              checked={values[name] === true}
              onChange={({ currentTarget }) => set(name, currentTarget.checked)}
            />
          ))}
          <DecimalInput
            label={t('messenger.largeReturnFrom')}
            places={2}
            readOnly={isReadOnly}
            error={errors.largeReturnFrom}
            value={values.largeReturnFrom as number | null}
            onChange={(amount) => set('largeReturnFrom', amount)}
          />
        </Panel>
        <Panel title={t('messenger.when')} text={t('messenger.quietWhy')}>
          <Select
            label={t('messenger.language')}
            allowDeselect={false}
            readOnly={isReadOnly}
            data={MessengerLanguage.options.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={values.language as string}
            onChange={(value) => set('language', value)}
          />
          {time('digestAt')}
          <Group
            component="fieldset"
            bd={0}
            p={0}
            m={0}
            grow
            align="flex-start"
            aria-label={t('messenger.quiet')}
          >
            {time('quietFrom')}
            {time('quietTo')}
          </Group>
        </Panel>
        <div>
          <ActionButton type="submit" loading={isBusy} whyNot={cannot}>
            {status.state === 'Bound' ? t('record.save') : t('messenger.saveAndBind')}
          </ActionButton>
        </div>
      </Panels>
    </form>
  )
}
