import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { agent } from '../api/agent.ts'
import { isFaultOf, useProblemText } from '../api/problem-text.ts'
import { TroubleList } from '../status/trouble-list.tsx'
import { STATUS_KEY } from '../status/use-status.ts'
import { hubAddress } from './hub-address.ts'
import { SetupCard } from './setup-card.tsx'

/** Screen of a new till. It exchanges the pairing code from head office for the till's own credential. */
export function EnrolScreen({ status }: { status: TillStatus }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [pairingCode, setPairingCode] = useState('')
  const enrol = useMutation({
    mutationFn: agent.enrol,
    onSuccess: () => client.invalidateQueries({ queryKey: STATUS_KEY }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const hubUrl = hubAddress(address)
    enrol.mutate({ pairingCode: pairingCode.trim(), ...(hubUrl ? { hubUrl } : {}) })
  }
  const isAddressWrong = isFaultOf('hubUrl', enrol.error)
  return (
    <SetupCard title={t('setup.title')} lead={t('setup.lead')}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
        <TextInput
          label={t('setup.hubAddress')}
          description={t('setup.hubAddressHint')}
          placeholder="https://shop.example.com"
          value={address}
          error={isAddressWrong ? t('setup.hubAddressWrong') : undefined}
          spellCheck={false}
          autoFocus
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          label={t('setup.pairingCode')}
          description={t('setup.pairingCodeHint')}
          required
          withAsterisk={false}
          maxLength={32}
          spellCheck={false}
          value={pairingCode}
          styles={{ input: { fontSize: 22, letterSpacing: 2 } }}
          onChange={(event) => setPairingCode(event.currentTarget.value)}
        />
        {enrol.error && !isAddressWrong && (
          <Notice kind="problem">
            {enrol.error instanceof Refusal && enrol.error.problem.code === 'hub_unreachable'
              ? t('setup.hubUnreachable')
              : problemText(enrol.error)}
          </Notice>
        )}
        <Button type="submit" h={60} fz="xl" loading={enrol.isPending} disabled={!pairingCode.trim()}>
          {t('setup.connect')}
        </Button>
      </form>
      <TroubleList trouble={status.trouble.filter(({ code }) => code !== 'not_enrolled')} />
    </SetupCard>
  )
}
