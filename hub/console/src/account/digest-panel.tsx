import { Alert, Group, Loader, Select, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type MorningDigest,
  MorningDigestSet,
  OWN_DIGEST,
  SET_OWN_DIGEST,
} from '#shared/contracts/reports/morning-digest.ts'
import { LANGUAGES } from '#shared/std/languages.ts'
import { initialLanguage, LANGUAGE_NAMES } from '#shared/ui/i18n/language.ts'
import { call, type Given } from '../api/call.ts'
import { TimeSelect } from '../fields/time-select.tsx'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Panel } from '../kinds/settings/panel.tsx'
import { ActionButton } from '../shell/action-button.tsx'
import { showDone } from '../shell/messages.ts'
import { useUnproved } from '../shell/use-unproved.ts'

/** Panel for the user's daily summary by email. */
export function DigestPanel() {
  const t = useText()
  const { data: digest } = useQuery({ queryKey: [OWN_DIGEST.path], queryFn: () => call(OWN_DIGEST) })
  return (
    <Panel title={t('ownDigest.title')} text={t('ownDigest.why')}>
      {digest ? <DigestForm digest={digest} /> : <Loader />}
    </Panel>
  )
}

function DigestForm({ digest }: { digest: MorningDigest }) {
  const t = useText()
  const unproved = useUnproved()
  const client = useQueryClient()
  const { email, canMail, ...given } = digest
  const settings = given.isWanted ? given : { ...given, language: initialLanguage() }
  const { values, set, errors, refusal, isBusy, submit } = useContractForm(
    MorningDigestSet,
    settings,
    async (body: Given<typeof SET_OWN_DIGEST>['body']) => {
      client.setQueryData([OWN_DIGEST.path], await call(SET_OWN_DIGEST, { body }))
      showDone(t('record.saved'))
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <RefusalAlert refusal={refusal} />
      {!canMail && (
        <Alert color="orange" mb="sm">
          {t('ownDigest.noMail')}
        </Alert>
      )}
      <Switch
        label={t('ownDigest.isWanted')}
        description={email}
        error={errors.isWanted}
        checked={values.isWanted === true}
        onChange={({ currentTarget }) => set('isWanted', currentTarget.checked)}
      />
      <Group grow align="flex-start" my="sm">
        <TimeSelect
          label={t('ownDigest.at')}
          allowDeselect={false}
          error={errors.at}
          value={values.at as string | null}
          onChange={(at) => set('at', at)}
        />
        <Select
          label={t('ownDigest.language')}
          allowDeselect={false}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={values.language as string}
          onChange={(language) => set('language', language)}
        />
      </Group>
      <ActionButton type="submit" whyNot={unproved} loading={isBusy}>
        {t('record.save')}
      </ActionButton>
    </form>
  )
}
